/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Counts the words of all text files below a folder.
 *
 *   main loop            the folders are walked and the files read, by asynchronous calls of GIO     demo-files.c
 *   computation pool     the chunks are split into words, several files at a time                    demo-words.c
 *   main loop            the words of each file are added up, and a line shows the progress          this file
 *
 * Nothing is read before it is wanted: a few files are open at a time, and of each a few chunks wait. So the demo needs
 * little memory, however large the tree is. */

#include <glib-unix.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "demo-files.h"

#define CHUNK_SIZE (64 * 1024)
#define CHUNKS_AHEAD 4
#define REPORTED 3              /* how many skipped files are named */
#define PROGRESS_PERIOD (100 * G_TIME_SPAN_MILLISECOND)
#define EXIT_INTERRUPTED 130    /* as a shell has it */

static const char *const default_paths[] = {
  "/usr/share/common-licenses",
  "/usr/share/licenses",
  "/usr/share/doc",
};

static const char *const fates[DEMO_N_FATES] = {
  [DEMO_COUNTED] = "counted",
  [DEMO_BINARY] = "binary",
  [DEMO_NOT_UTF8] = "not UTF-8",
  [DEMO_UNREADABLE] = "unreadable",
  [DEMO_LINK] = "symbolic links",
  [DEMO_SPECIAL] = "special",
};

typedef struct
{
  GMainLoop *loop;
  RxSubscription *subscription;
  RxSubject *finished;
  gint64 start;
  guint64 n_files[DEMO_N_FATES];
  guint64 n_bytes, n_words;     /* of the files that are done */
  guint64 n_read;               /* bytes of all */
  guint64 n_reported;
  GHashTable *words;
  gboolean shows_progress;
  gboolean interrupted;
  gboolean failed;
} Demo;

/* --- on the computation pool --- */

/* Adds a chunk to the file that it is of. */
static void
count_words (const GValue *accumulator, const GValue *chunk, GValue *result, gpointer user_data, GError **error)
{
  static const DemoFate fate_of_kind[] = {
    [DEMO_TEXT] = DEMO_COUNTED,
    [DEMO_TEXT_BINARY] = DEMO_BINARY,
    [DEMO_TEXT_NOT_UTF8] = DEMO_NOT_UTF8,
  };
  DemoFile *file = rx_value_get_boxed (accumulator);

  if (G_VALUE_HOLDS (chunk, G_TYPE_ERROR))
    {
      file->fate = DEMO_UNREADABLE;
      file->error = g_error_copy (rx_value_get_boxed (chunk));
    }
  else if (file->fate == DEMO_COUNTED)
    {
      GBytes *bytes = rx_value_get_boxed (chunk);

      file->n_bytes += g_bytes_get_size (bytes);
      file->fate = fate_of_kind[demo_splitter_feed (&file->splitter, bytes)];
      if (file->fate != DEMO_COUNTED)
        rx_subject_completed (file->enough);
    }
  rx_value_set_value (result, accumulator);
}

/* --- on the main loop --- */

static void
note_chunk (const GValue *chunk, gpointer user_data, GError **error)
{
  Demo *demo = user_data;

  if (G_VALUE_HOLDS (chunk, G_TYPE_BYTES))
    demo->n_read += g_bytes_get_size (rx_value_get_boxed (chunk));
}

/* The stream of one file: a single item at its end, the file with its words. */
static RxObservable *
count_file (const GValue *item, gpointer user_data, GError **error)
{
  Demo *demo = user_data;
  DemoFile *file = rx_value_get_boxed (item);
  g_autoptr (RxObservable) counted = NULL;

  if (file->fate != DEMO_COUNTED)
    return rx_observable_just (item);

  counted = demo_file_read (file);
  rx_then (&counted, do_on_next, note_chunk, demo, NULL);
  rx_then (&counted, subscribe_on, rx_scheduler_main ());
  rx_then (&counted, observe_on_full, CHUNKS_AHEAD, TRUE, rx_scheduler_computation ());
  rx_then (&counted, reduce, item, count_words, NULL, NULL);
  return g_steal_pointer (&counted);
}

static void
clear_progress (Demo *demo)
{
  if (demo->shows_progress)
    fputs ("\r\033[K", stderr);
}

static void
show_progress (const GValue *item, gpointer user_data, GError **error)
{
  Demo *demo = user_data;
  double seconds = (g_get_monotonic_time () - demo->start) / 1e6;
  double megabytes = demo->n_read / 1e6;

  fprintf (stderr, "\r%" G_GUINT64_FORMAT " files, %.1f MB, %.1f MB/s\033[K", demo->n_files[DEMO_COUNTED], megabytes,
           megabytes / seconds);
}

static void
report (Demo *demo, DemoFile *file)
{
  g_autofree char *name = g_file_get_parse_name (file->file);

  if (demo->n_reported++ >= REPORTED)
    return;
  for (char *p = name; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = '?';
  clear_progress (demo);
  fprintf (stderr, "rx-demo: skipped %s: %s\n", name, file->error != NULL ? file->error->message : fates[file->fate]);
}

static void
add_file (const GValue *item, gpointer user_data, GError **error)
{
  Demo *demo = user_data;
  DemoFile *file = rx_value_get_boxed (item);

  if (file->fate == DEMO_COUNTED && demo_splitter_end (&file->splitter) != DEMO_TEXT)
    file->fate = DEMO_NOT_UTF8;

  demo->n_files[file->fate]++;
  if (file->fate == DEMO_COUNTED)
    {
      demo->n_bytes += file->n_bytes;
      demo->n_words += file->splitter.n_words;
      demo_words_merge (demo->words, file->splitter.words);
    }
  else if (file->fate != DEMO_LINK && file->fate != DEMO_SPECIAL)
    report (demo, file);
}

static void
finish (gpointer user_data)
{
  Demo *demo = user_data;

  rx_subject_completed (demo->finished);
  g_main_loop_quit (demo->loop);
}

static void
fail (const GError *error, gpointer user_data)
{
  Demo *demo = user_data;

  clear_progress (demo);
  fprintf (stderr, "rx-demo: %s\n", error->message);
  demo->failed = TRUE;
  finish (demo);
}

static gboolean
interrupt (gpointer user_data)
{
  Demo *demo = user_data;

  demo->interrupted = TRUE;
  rx_subscription_unsubscribe (demo->subscription);
  finish (demo);
  return G_SOURCE_REMOVE;       /* a second one ends the program the hard way */
}

static void
count_all (Demo *demo, GPtrArray *roots)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (RxObservable) files = NULL;
  guint interrupt_id;

  /* Everything below the paths … */
  for (guint i = 0; i < roots->len; i++)
    g_ptr_array_add (trees, demo_file_walk (g_ptr_array_index (roots, i)));
  files = rx_observable_merge ((RxObservable **) trees->pdata, trees->len);
  rx_then (&files, subscribe_on, rx_scheduler_main ());

  /* … is read and counted, some files at a time … */
  rx_then (&files, flat_map_full, 2 * g_get_num_processors (), FALSE, count_file, demo, NULL);

  /* … comes home. */
  rx_then (&files, observe_on, rx_scheduler_main ());
  rx_then (&files, named, "files");

  demo->start = g_get_monotonic_time ();
  interrupt_id = g_unix_signal_add (SIGINT, interrupt, demo);
  demo->subscription = rx_observable_subscribe (files, add_file, fail, finish, demo, NULL);

  if (demo->shows_progress)
    {
      g_autoptr (RxObservable) ticks = rx_observable_interval (PROGRESS_PERIOD, rx_scheduler_main ());
      g_autoptr (RxSubscription) shown = NULL;

      rx_then (&ticks, take_until, RX_OBSERVABLE (demo->finished));
      shown = rx_observable_subscribe (ticks, show_progress, NULL, NULL, demo, NULL);
    }

  g_main_loop_run (demo->loop);
  clear_progress (demo);

  if (!demo->interrupted)
    g_source_remove (interrupt_id);
}

/* --- around it --- */

static void
print_result (Demo *demo, int n_top)
{
  g_autoptr (GPtrArray) sorted = demo_words_sorted (demo->words);
  double seconds = (g_get_monotonic_time () - demo->start) / 1e6;
  const char *separator = "skipped: ";

  for (guint i = 0; i < sorted->len && i < (guint) n_top; i++)
    {
      DemoWord *word = g_ptr_array_index (sorted, i);

      printf ("%5u %12" G_GUINT64_FORMAT "  %s\n", i + 1, word->count, word->text);
    }
  printf ("%" G_GUINT64_FORMAT " files, %" G_GUINT64_FORMAT " words, %u distinct, %" G_GUINT64_FORMAT " bytes\n",
          demo->n_files[DEMO_COUNTED], demo->n_words, sorted->len, demo->n_bytes);

  for (int fate = DEMO_COUNTED + 1; fate < DEMO_N_FATES; fate++)
    if (demo->n_files[fate] > 0)
      {
        printf ("%s%" G_GUINT64_FORMAT " %s", separator, demo->n_files[fate], fates[fate]);
        separator = ", ";
      }
  if (separator[0] == ',')
    putchar ('\n');
  printf ("%s %.2f s, %.1f MB/s\n", demo->interrupted ? "interrupted after" : "in", seconds,
          demo->n_read / 1e6 / seconds);
}

/* Adds what a path stands for; a link on the command line is meant to be followed. */
static gboolean
add_root (GPtrArray *roots, const char *path, gsize chunk_size, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GFileInfo) info = g_file_query_info (file, "standard::type", G_FILE_QUERY_INFO_NONE, NULL, error);
  GFileType type;

  if (info == NULL)
    return FALSE;
  type = g_file_info_get_file_type (info);
  if (type != G_FILE_TYPE_REGULAR && type != G_FILE_TYPE_DIRECTORY)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s is neither a file nor a folder", path);
      return FALSE;
    }
  g_ptr_array_add (roots, demo_file_new (file, type, chunk_size));
  return TRUE;
}

static int
run (char **paths, int n_top, gsize chunk_size)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func ((GDestroyNotify) demo_file_unref);
  Demo demo = { 0 };

  if (paths != NULL)
    for (guint i = 0; paths[i] != NULL; i++)
      {
        g_autoptr (GError) error = NULL;

        if (!add_root (roots, paths[i], chunk_size, &error))
          {
            fprintf (stderr, "rx-demo: %s\n", error->message);
            return EXIT_FAILURE;
          }
      }
  else
    for (guint i = 0; i < G_N_ELEMENTS (default_paths); i++)
      add_root (roots, default_paths[i], chunk_size, NULL);

  demo.loop = g_main_loop_new (NULL, FALSE);
  demo.finished = rx_publish_subject_new ();
  demo.words = demo_words_new ();
  demo.shows_progress = isatty (STDOUT_FILENO) && isatty (STDERR_FILENO);

  count_all (&demo, roots);

  if (demo.n_reported > REPORTED)
    fprintf (stderr, "rx-demo: skipped %" G_GUINT64_FORMAT " more\n", demo.n_reported - REPORTED);
  if (demo.n_files[DEMO_COUNTED] == 0 && !demo.interrupted)
    fprintf (stderr, paths != NULL ? "rx-demo: there is no text file to count\n"
             : "rx-demo: this system has no licence and documentation texts; name a folder: rx-demo PATH\n");
  print_result (&demo, n_top);

  /* Calls that were cancelled still have to come back. */
  while (demo_calls_running () > 0)
    g_main_context_iteration (NULL, TRUE);

  g_object_unref (demo.subscription);
  g_object_unref (demo.finished);
  g_hash_table_unref (demo.words);
  g_main_loop_unref (demo.loop);
  return demo.interrupted ? EXIT_INTERRUPTED : demo.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[PATH…]");
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) paths = NULL;
  int n_top = 20;
  int chunk_size = CHUNK_SIZE;
  const GOptionEntry entries[] = {
    { "top", 'n', 0, G_OPTION_ARG_INT, &n_top, "Print the N most frequent words (20)", "N" },
    { "chunk-size", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &chunk_size, "Read so many bytes at a time", "BYTES" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, NULL, NULL },
    { NULL },
  };

  setlocale (LC_ALL, "");
  g_option_context_set_summary (context,
    "Counts the words of all text files below PATH, or of the system's licence and documentation texts.\n\n"
    "A word is a run of letters and digits, without regard to case. What is not UTF-8 text or cannot be read is\n"
    "skipped; symbolic links are not followed, except for PATH itself. Ctrl-C stops and prints what has been counted\n"
    "so far; the exit status is 130 then.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_top < 0 || chunk_size < 1)
    {
      fprintf (stderr, "rx-demo: %s\n", error != NULL ? error->message : "a number is too small");
      return EXIT_FAILURE;
    }

  return run (paths, n_top, chunk_size);
}
