/** Loaded into processes that others should hardly notice: those get nine tenths of a processor that both want. */
import { constants, setPriority } from 'node:os';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
