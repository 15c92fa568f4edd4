/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "cell.h"

#include <rx-glib/rx.h>

extern const CellWorkload cell_hop_workloads[];
extern const CellWorkload cell_stream_workloads[];
extern const CellWorkload cell_structure_workloads[];
extern const CellWorkload cell_task_workloads[];
