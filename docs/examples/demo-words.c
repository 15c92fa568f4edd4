/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "demo-words.h"

#include <string.h>

/* Of what is longer only so many bytes are kept, so that a file without a space does not fill the memory. */
#define LONGEST_WORD 256

/* --- words --- */

GHashTable *
demo_words_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
}

static void
words_add (GHashTable *self, const GString *text)
{
  DemoWord *word = g_hash_table_lookup (self, text->str);

  if (word == NULL)
    {
      word = g_malloc (sizeof (DemoWord) + text->len + 1);
      word->count = 0;
      memcpy (word->text, text->str, text->len + 1);
      g_hash_table_insert (self, word->text, word);
    }
  word->count++;
}

/* Moves all words of the other table into this one. */
void
demo_words_merge (GHashTable *self, GHashTable *other)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, other);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      DemoWord *word = value;
      DemoWord *known = g_hash_table_lookup (self, word->text);

      if (known != NULL)
        known->count += word->count;
      else
        {
          g_hash_table_iter_steal (&iter);
          g_hash_table_insert (self, word->text, word);
        }
    }
  g_hash_table_remove_all (other);
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const DemoWord *first = *(DemoWord *const *) a;
  const DemoWord *second = *(DemoWord *const *) b;

  if (first->count != second->count)
    return first->count > second->count ? -1 : 1;
  return strcmp (first->text, second->text);
}

/* The most frequent first, and by their bytes where that is undecided. They still belong to the table. */
GPtrArray *
demo_words_sorted (GHashTable *self)
{
  GPtrArray *sorted = g_ptr_array_sized_new (g_hash_table_size (self));
  GHashTableIter iter;
  gpointer word;

  g_hash_table_iter_init (&iter, self);
  while (g_hash_table_iter_next (&iter, NULL, &word))
    g_ptr_array_add (sorted, word);
  g_ptr_array_sort (sorted, compare_words);
  return sorted;
}

/* --- splitting --- */

void
demo_splitter_init (DemoSplitter *self)
{
  memset (self, 0, sizeof *self);
  self->words = demo_words_new ();
  self->word = g_string_sized_new (64);
}

void
demo_splitter_clear (DemoSplitter *self)
{
  g_hash_table_unref (self->words);
  g_string_free (self->word, TRUE);
}

static void
splitter_end_word (DemoSplitter *self)
{
  if (self->word->len == 0)
    return;
  words_add (self->words, self->word);
  self->n_words++;
  g_string_truncate (self->word, 0);
}

static void
splitter_character (DemoSplitter *self, gunichar c)
{
  if (c < 0x80 ? g_ascii_isalnum ((char) c) : g_unichar_isalnum (c) || (self->word->len > 0 && g_unichar_ismark (c)))
    {
      if (self->word->len >= LONGEST_WORD)
        return;
      if (c < 0x80)
        g_string_append_c (self->word, g_ascii_tolower ((char) c));
      else
        g_string_append_unichar (self->word, g_unichar_tolower (c));
    }
  else
    splitter_end_word (self);
}

/* Takes whole characters; returns how many bytes they are. */
static gsize
splitter_text (DemoSplitter *self, const char *text, gsize length)
{
  const char *end = text + length;
  const char *p = text;

  while (p < end)
    {
      gunichar c = (guchar) *p;

      if (c == 0)
        {
          self->kind = DEMO_TEXT_BINARY;
          break;
        }
      if (c >= 0x80)
        {
          c = g_utf8_get_char_validated (p, end - p);
          if (c == (gunichar) -2 && end - p < 6 && memchr (p, 0, end - p) == NULL)
            break;              /* the rest is in the next piece */
          if (c >= (gunichar) -2)
            {
              self->kind = DEMO_TEXT_NOT_UTF8;
              break;
            }
        }
      splitter_character (self, c);
      p = g_utf8_next_char (p);
    }
  return p - text;
}

DemoTextKind
demo_splitter_feed (DemoSplitter *self, GBytes *piece)
{
  gsize length;
  const char *text = g_bytes_get_data (piece, &length);

  /* First the character that began in an earlier piece. */
  while (self->n_rest > 0 && length > 0 && self->kind == DEMO_TEXT)
    {
      self->rest[self->n_rest++] = *text++;
      length--;
      if (splitter_text (self, self->rest, self->n_rest) > 0)
        self->n_rest = 0;
    }

  if (self->kind == DEMO_TEXT && length > 0)
    {
      gsize taken = splitter_text (self, text, length);

      if (self->kind == DEMO_TEXT)
        {
          self->n_rest = length - taken;
          memcpy (self->rest, text + taken, self->n_rest);
        }
    }
  return self->kind;
}

DemoTextKind
demo_splitter_end (DemoSplitter *self)
{
  if (self->n_rest > 0)
    self->kind = DEMO_TEXT_NOT_UTF8;
  splitter_end_word (self);
  return self->kind;
}
