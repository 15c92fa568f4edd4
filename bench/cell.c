/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "cell-workloads.h"

static const CellWorkload *const tables[] = {
  cell_stream_workloads,
  cell_task_workloads,
  cell_hop_workloads,
  cell_structure_workloads,
  NULL
};

int
main (int argc, char **argv)
{
  return cell_main (argc, argv, tables);
}
