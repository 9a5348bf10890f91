/**
 * Converts a whole Contentful export to records of the import route, types first, then assets, then entries. It reads
 * and writes nothing; the same file always gives the same records, so that a second import changes nothing.
 */
import type { FieldRules } from '../field-rules.ts';
import { Notes } from '../notes.ts';
import type { ImportRecord, RefusedRecord } from '../records.ts';
import { convertAsset } from './asset.ts';
import { planContentType, type TypePlan, type TypeQuestion } from './content-type.ts';
import { type ChangedRule, convertEntry } from './entry.ts';
import type { ContentfulExport, SourceItem } from './export-file.ts';
import { assetName, entryName } from './item-names.ts';
import { keyFor, noteChangedKey } from './keys.ts';
import { type SourceLocales, sourceLocales } from './source-values.ts';

export interface ConvertOptions {
  readonly changed: ChangedRule;
  /** Locale codes that the service rejected; their values are left out. */
  readonly refusedLocales: ReadonlySet<string>;
  readonly fieldRules: FieldRules;
}

/** The result of a conversion. */
export interface ConvertedExport {
  readonly records: readonly ImportRecord[];
  /** What could not be converted to a record. */
  readonly refused: readonly RefusedRecord[];
  readonly notes: Notes;
}

/** Converts a file. */
export function convertExport(file: ContentfulExport, options: ConvertOptions): ConvertedExport {
  const notes = new Notes();
  const locales = sourceLocales(file.locales, options.refusedLocales);
  const plans = planTypes(file, { locales, notes, fieldRules: options.fieldRules });
  noteKeys(file, locales, notes);
  const types = [...plans.values()].map(
    (plan): ImportRecord => record('content_type', plan.record.api_id, plan.record),
  );
  const assets = file.assets.map((item): ImportRecord => {
    const asset = convertAsset(item, locales, notes);
    return record('asset', asset.key, asset);
  });
  const entries = convertEntries(file, { plans, locales, changed: options.changed, notes });
  noteOthers(file, notes);
  const { kept, doubled } = withoutDoubles([...types, ...assets, ...entries.records]);
  return { records: kept, refused: [...entries.refused, ...doubled], notes };
}

function planTypes(
  file: ContentfulExport,
  context: Pick<TypeQuestion, 'locales' | 'notes' | 'fieldRules'>,
): ReadonlyMap<string, TypePlan> {
  const byType = Map.groupBy(file.entries, typeIdOf);
  return new Map(
    file.contentTypes.map((type) => {
      const controls = file.controls.get(type.sys.id) ?? [];
      return [type.sys.id, planContentType({ type, controls, entries: byType.get(type.sys.id) ?? [], ...context })];
    }),
  );
}

interface EntriesContext {
  readonly plans: ReadonlyMap<string, TypePlan>;
  readonly locales: SourceLocales;
  readonly changed: ChangedRule;
  readonly notes: Notes;
}

function convertEntries(
  file: ContentfulExport,
  context: EntriesContext,
): { records: readonly ImportRecord[]; refused: readonly RefusedRecord[] } {
  const ids = {
    entry: new Set(file.entries.map((item) => item.sys.id)),
    asset: new Set(file.assets.map((item) => item.sys.id)),
  };
  const isInFile = (kind: 'entry' | 'asset', id: string) => ids[kind].has(id);
  const records: ImportRecord[] = [];
  const refused: RefusedRecord[] = [];
  for (const item of file.entries) {
    const plan = context.plans.get(typeIdOf(item));
    if (plan === undefined) refused.push(withoutType(item));
    else {
      const about = entryName(item, plan.source, context.locales);
      const entry = convertEntry(item, { ...context, about, plan, isInFile });
      records.push(record('entry', entry.key, entry));
    }
  }
  return { records, refused };
}

function withoutType(item: SourceItem): RefusedRecord {
  const message = `Its content type "${typeIdOf(item)}" is not in the file; export the content model with the content.`;
  return { kind: 'entry', key: keyFor(item.sys.id), code: 'validation_failed', message };
}

/** Two items with the same kind and key would overwrite each other, so only the first is kept. */
function withoutDoubles(records: readonly ImportRecord[]): {
  kept: readonly ImportRecord[];
  doubled: readonly RefusedRecord[];
} {
  const kept = new Map<string, ImportRecord>();
  const doubled: RefusedRecord[] = [];
  for (const one of records) {
    const name = `${one.kind} ${one.key}`;
    if (!kept.has(name)) kept.set(name, one);
    else
      doubled.push({
        kind: one.kind,
        key: one.key,
        code: 'conflict',
        message: 'The file contains it twice; the first one was used.',
      });
  }
  return { kept: [...kept.values()], doubled };
}

function noteKeys(file: ContentfulExport, locales: SourceLocales, notes: Notes): void {
  const types = new Map(file.contentTypes.map((type) => [type.sys.id, type]));
  for (const { sys } of file.contentTypes) noteChangedKey(sys.id, `content type ${sys.id}`, notes);
  for (const item of file.assets) noteChangedKey(item.sys.id, assetName(item, locales), notes);
  for (const item of file.entries)
    noteChangedKey(item.sys.id, entryName(item, types.get(typeIdOf(item)) ?? {}, locales), notes);
}

function noteOthers(file: ContentfulExport, notes: Notes): void {
  for (const [name, count] of file.others) {
    notes.add(
      'left_out',
      'the file',
      `${count} of "${name}" were left out: an import brings content, not settings of the space.`,
    );
  }
  if (file.controls.size > 0) {
    notes.add(
      'left_out',
      'the file',
      'How fields are edited ("editorInterfaces") was left out, but for slugs and help texts.',
    );
  }
  for (const locale of file.locales.filter((one) => one.contentDeliveryApi === false)) {
    notes.add('changed', `locale ${locale.code}`, 'It is switched off for delivery there; here it is delivered.');
  }
}

function record(kind: ImportRecord['kind'], key: string, body: object): ImportRecord {
  return { kind, key, line: JSON.stringify({ [kind]: body }) };
}

function typeIdOf(item: SourceItem): string {
  return item.sys.contentType?.sys?.id ?? '';
}
