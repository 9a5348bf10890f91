/** Entries as a kind of content, with both their states, their slugs, unique values and links. */
import { entryCheck } from '../entries/checkup/entry-check.ts';
import { entriesIn } from '../entries/checkup/entry-counts.ts';
import {
  copyChangedEntries,
  copyEntries,
  copySlugsAndValues,
  copyTombstones,
  finishEntries,
} from '../entries/entry-copy.ts';
import { importEntry, importWarnings } from '../entries/entry-import.ts';
import { importedEntry, requireEntryRecord } from '../entries/entry-record.ts';
import { readEntriesByKey, readEntryRecords } from '../entries/entry-records.ts';
import { entrySequence } from '../entries/entry-sequence.ts';
import { storedEntries } from '../entries/stored-content.ts';
import type { ContentKind } from './content-kind.ts';

export const entryKind = {
  name: 'entry',
  copy: {
    parts: [copyEntries, copyTombstones],
    modelParts: [copySlugsAndValues],
    again: copyChangedEntries,
    finish: finishEntries,
  },
  remove: storedEntries.removeEnvironment,
  counts: { entries: entriesIn },
  check: ({ environments, ...parts }) => entryCheck({ ...parts, environments: environments.readable }),
  sequence: entrySequence,
  records: {
    keyName: 'key',
    dependsOn: ['content_type', 'locale'],
    linesAtOnce: 200,
    linesMax: null,
    check: (record) => void requireEntryRecord(record),
    byKey: readEntriesByKey,
    inRange: readEntryRecords,
    import: async ({ models, newId, versionsKept, ...work }, record) => {
      const model = await models.forWrite(work.writer, work.environment, 'all');
      return importEntry({ ...work, model }, importedEntry(record), { newId: newId as number, versionsKept });
    },
    warnings: async ({ writer, environment, models }, key) => {
      const model = await models.forWrite(writer, environment);
      return importWarnings({ writer, environment, model }, key);
    },
  },
  merge: null,
} satisfies ContentKind;
