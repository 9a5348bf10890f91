/** The row of an environment, for tests that need one in a database without a service. */
import type { EnvironmentRow } from '../../../server/src/model/spaces/tables.ts';

/** The row of an environment that is ready and at revision 1. @param given overrides */
export function environmentRow(number: number, given: Partial<EnvironmentRow> = {}): EnvironmentRow {
  return {
    number,
    id: `env_${number}`,
    space_id: `spc_${number}`,
    name: 'master',
    source: null,
    status: 'ready',
    revision: 1,
    published_revision: 1,
    model_revision: 1,
    names_revision: 0,
    past_from: 1,
    epoch: `e${number}`,
    next_type_number: 1,
    version: 1,
    created_at: 0,
    entries: 0,
    assets: 0,
    asset_bytes: 0,
    content_types: 0,
    cloned_from: null,
    cloned_revision: null,
    model_locked_by: null,
    ...given,
  };
}
