/** Parses the query string of the management plane's entry list: delivery's parameters except `include` and `follow`, and more for editors. */
import { splitList } from '../../../../contract/src/queries.ts';
import type { Model } from '../../model/content-types/model.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { Predicate } from '../../reading/query/query.ts';
import { CHANGE_SET } from '../../reading/query-string/change-sets.ts';
import { type EntryListQuery, type ListPlane, readListOf } from '../../reading/query-string/entry-list.ts';
import { readTime } from '../../reading/query-string/filter.ts';

import type { QueryReading } from '../../reading/query-string/query-reading.ts';
import { SEARCHED_LOCALES } from '../../reading/query-string/search.ts';
import { entryStatuses } from './entry.ts';

/** Editors see the drafts of all entries. */
const managedLists: ListPlane = {
  name: 'management',
  state: 'draft',
  withArchived: true,
  newestBy: 'updated_at',
  parameters: ['status', 'updated_since', 'created_by', 'updated_by', SEARCHED_LOCALES, CHANGE_SET],
  filters: readManagementFilters,
};

/**
 * Parses the query string. Pass `query.cursorScope` to `writeCursor` to create the cursor of the next page.
 * @param search the part of the URL after `?`
 * @throws `validation_failed` that lists every problem
 */
export function readListQuery(search: string, model: Model): EntryListQuery {
  return readListOf(managedLists, search, model);
}

function readManagementFilters(reading: QueryReading): Predicate[] {
  return [
    readStatus(reading),
    readUpdatedSince(reading),
    readPerson(reading, 'created_by'),
    readPerson(reading, 'updated_by'),
  ].filter((one) => one !== undefined);
}

function readStatus(reading: QueryReading): Predicate | undefined {
  const text = reading.value('status');
  if (text === undefined) return undefined;
  const wanted = splitList(text);
  const strange = wanted.find((status) => !entryStatuses.some((known) => known === status));
  if (strange !== undefined) {
    const message = `There is no status ${quoted(strange)}; give ${entryStatuses.join(', ')}, several with commas.${didYouMean(strange, entryStatuses)}`;
    return reading.refuse('status', 'unknown', message);
  }
  return {
    kind: 'system',
    condition: { attribute: { kind: 'system', name: 'status' }, operator: 'in', operands: wanted },
  };
}

function readUpdatedSince(reading: QueryReading): Predicate | undefined {
  const text = reading.value('updated_since');
  if (text === undefined) return undefined;
  const at = readTime(text);
  if (at === undefined)
    return reading.refuse(
      'updated_since',
      'type',
      'Give a time such as 2026-11-21T10:00:00Z or a day such as 2026-11-21.',
    );
  return {
    kind: 'system',
    condition: { attribute: { kind: 'system', name: 'updated_at' }, operator: 'gte', operands: [at] },
  };
}

/** Reads the id of a person related to the entry. */
function readPerson(reading: QueryReading, name: 'created_by' | 'updated_by'): Predicate | undefined {
  const id = reading.value(name);
  if (id === undefined) return undefined;
  return { kind: 'system', condition: { attribute: { kind: 'system', name }, operator: 'eq', operands: [id] } };
}
