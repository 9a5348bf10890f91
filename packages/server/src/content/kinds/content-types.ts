/** Content types as a kind of content. There are so few that each step handles them all. */

import { TYPES_MAX } from '../../model/content-types/model-size.ts';
import { previewUrlWarnings } from '../../model/content-types/preview-url.ts';
import { typeCheck } from '../../model/content-types/type-check.ts';
import { copyContentTypes, finishTypes } from '../../model/content-types/type-copy.ts';
import { typesIn } from '../../model/content-types/type-counts.ts';
import { readTypeRecord, typeRecords } from '../../model/content-types/type-record.ts';
import { removeTypes } from '../../model/content-types/type-removal.ts';
import type { ContentKind } from './content-kind.ts';

export const contentTypeKind = {
  name: 'content_type',
  copy: { parts: [copyContentTypes], modelParts: [copyContentTypes], again: null, finish: finishTypes },
  remove: removeTypes,
  counts: { content_types: typesIn },
  check: ({ database, environments }) => typeCheck({ database, environments: environments.all }),
  sequence: null,
  records: {
    keyName: 'api_id',
    dependsOn: [],
    linesAtOnce: 50,
    linesMax: TYPES_MAX,
    check: (record) => void readTypeRecord(record),
    byKey: async function* (_db, model) {
      yield typeRecords(model.types, true).map((record) => ({ key: String(record.api_id), record }));
    },
    inRange: null,
    import: async ({ writer, change, actor, environment, contentTypes }, record) => {
      const { result, type } = await contentTypes.upsert({ writer, change, actor, environment }, record);
      return { result, warnings: previewUrlWarnings(type.previewUrl) };
    },
    warnings: null,
  },
  merge: null,
} satisfies ContentKind;
