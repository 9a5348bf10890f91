/**
 * The plan of a push: what changes in each content type, which values nobody sees any more, and which entries break rules that the
 * change brings. Pure.
 */
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Field } from '../../fields/field.ts';
import { resourceId } from '../../spaces/resource-id.ts';
import type { ContentType } from '../content-type.ts';
import { previewUrlWarnings } from '../preview-url.ts';
import { typeSettings } from '../representation.ts';
import type { ChangedRules, RuleCount } from '../stored-content.ts';
import type { Loss } from '../type-effects.ts';
import { declaredField } from '../type-record.ts';
import { takeoverWarnings } from '../type-warnings.ts';
import type { DraftedType, ModelDraft } from './model-draft.ts';
import type { FieldChange, PushPlan, Refusal, SettingChange, TypeChange, TypeDeclaration } from './schema.ts';

/** What was counted for a draft, by `api_id`. */
export interface Counts {
  readonly losses: ReadonlyMap<string, readonly Loss[]>;
  /** By number of the field. */
  readonly breaking: ReadonlyMap<string, ReadonlyMap<number, readonly RuleCount[]>>;
}

/** A content type as it is declared in code. */
export function typeDeclaration(type: ContentType): TypeDeclaration {
  const settings = typeSettings(type, type.previewPicture);
  return { ...settings, fields: settings.fields.map(declaredField) };
}

export function planOf(draft: ModelDraft, { losses, breaking }: Counts, refused: Refusal[]): PushPlan {
  const { code } = draft.after;
  return {
    content_types: [
      ...draft.changed.map((drafted) => {
        const { apiId } = drafted.plan.type;
        const counted = { losses: losses.get(apiId) ?? [], breaking: breaking.get(apiId) ?? new Map() };
        return typeChange(drafted, counted, code);
      }),
      ...draft.deleted.map(({ apiId }) => ({
        api_id: apiId,
        change: 'delete' as const,
        settings: [],
        fields: [],
        warnings: [],
      })),
    ],
    not_named: [...draft.unnamed],
    data_loss: [...new Set([...losses].flatMap(([apiId, ofType]) => ofType.map((loss) => lossName(apiId, loss))))],
    refused,
  };
}

/** The name under which a loss is confirmed. */
export function lossName(apiId: string, { field }: Pick<Loss, 'field'>): string {
  return `${apiId}.${field.id}`;
}

/** The fields whose change brings rules that entries may break. */
export function changedRules({ before, plan }: DraftedType): ChangedRules[] {
  if (before === null) return [];
  return plan.type.fields.flatMap((after) => {
    const was = before.fields.find(({ number }) => number === after.number) ?? null;
    const isRestored = before.hiddenFields.some(({ number }) => number === after.number);
    const brings = was === null ? after.required || isRestored : bringsRules(was, after);
    return brings ? [{ before: was, after }] : [];
  });
}

function bringsRules(before: Field, after: Field): boolean {
  const isStricter = (was: object | undefined, is: object | undefined) =>
    Object.entries(is ?? {}).some(([name, limit]) => !sameJson(limit, (was as Record<string, unknown>)?.[name]));
  const isRequired = after.required && (!before.required || before.localized !== after.localized);
  const takesLess = after.required && before.components?.some((name) => !after.components?.includes(name)) === true;
  return (
    isRequired ||
    takesLess ||
    before.items?.type !== after.items?.type ||
    isStricter(before.validations, after.validations) ||
    isStricter(before.items?.validations, after.items?.validations)
  );
}

/** What was counted for one type. */
interface TypeCounts {
  readonly losses: readonly Loss[];
  readonly breaking: ReadonlyMap<number, readonly RuleCount[]>;
}

function typeChange({ before, plan }: DraftedType, counts: TypeCounts, code: string): TypeChange {
  const { type } = plan;
  const warnings = [...previewUrlWarnings(type.previewUrl), ...(before === null ? [] : takeoverWarnings(before, type))];
  if (before === null) {
    const fields = type.fields.map(({ id }) => fieldChange(id, 'create'));
    return { api_id: type.apiId, change: 'create', settings: [], fields, warnings };
  }
  const { fields: _, ...was } = typeDeclaration(before);
  const { fields: __, ...is } = typeDeclaration(type);
  return {
    api_id: type.apiId,
    change: 'update',
    settings: [...changedSettings(was, is), ...changedOrder(before, type)],
    fields: fieldChanges({ before, plan }, counts, code),
    warnings,
  };
}

/** A field of which nothing is known but its id. */
function fieldChange(id: string, change: FieldChange['change']): FieldChange {
  return { id, previous_id: null, change, settings: [], hides: [], fails: [] };
}

function fieldChanges(
  { before, plan: { type, removed } }: DraftedType & { before: ContentType },
  { losses, breaking }: TypeCounts,
  code: string,
): FieldChange[] {
  const idsOf = (keys: readonly string[]) => keys.map((key) => resourceId('entry', code, key));
  const hides = (field: Field) =>
    losses
      .filter((loss) => loss.field.number === field.number)
      .map(({ hides: what, entries, examples }) => ({ what, entries, examples: idsOf(examples) }));
  const fails = ({ number }: Field) =>
    (breaking.get(number) ?? []).map(({ examples, ...count }) => ({ ...count, examples: idsOf(examples) }));
  const replaced = new Set<Field>();
  const kept = type.fields.flatMap((field): FieldChange[] => {
    const was = before.fields.find(({ number }) => number === field.number);
    if (was !== undefined) {
      const settings = fieldSettings(was, field);
      const isSame = was.id === field.id;
      if (isSame && settings.length === 0) return [];
      const names = { id: field.id, previous_id: isSame ? null : was.id };
      return [{ ...names, change: isSame ? 'update' : 'rename', settings, hides: hides(was), fails: fails(field) }];
    }
    const gone = removed.find(({ id }) => id === field.id);
    const isHidden = before.hiddenFields.some(({ number }) => number === field.number);
    if (gone === undefined) return [{ ...fieldChange(field.id, isHidden ? 'restore' : 'create'), fails: fails(field) }];
    replaced.add(gone);
    const replacing = { settings: fieldSettings(gone, field), hides: hides(gone), fails: fails(field) };
    return [{ ...fieldChange(field.id, 'replace'), ...replacing }];
  });
  const deleted = removed
    .filter((field) => !replaced.has(field))
    .map((field) => ({ ...fieldChange(field.id, 'delete'), hides: hides(field) }));
  return [...kept, ...deleted];
}

/** The settings of a field that change. The id that a rename takes from it becomes a former one, which goes without saying. */
function fieldSettings(before: Field, after: Field): SettingChange[] {
  const settingsOf = ({ number: _, home: __, id: ___, former_ids, ...settings }: Field) =>
    before.id === after.id ? { ...settings, former_ids: former_ids ?? [] } : settings;
  return changedSettings(settingsOf(before), settingsOf(after));
}

function changedSettings(before: object, after: object): SettingChange[] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !sameJson(was[name] ?? null, is[name] ?? null))
    .map((name) => ({ name, before: was[name] ?? null, after: is[name] ?? null }));
}

/** The order of the fields, if those that stay change places. */
function changedOrder(before: ContentType, after: ContentType): SettingChange[] {
  const staying = (fields: readonly Field[], others: readonly Field[]) =>
    fields.map(({ number }) => number).filter((number) => others.some((other) => other.number === number));
  const isSame = sameJson(staying(before.fields, after.fields), staying(after.fields, before.fields));
  const idsOf = ({ fields }: ContentType) => fields.map(({ id }) => id);
  return isSame ? [] : [{ name: 'field_order', before: idsOf(before), after: idsOf(after) }];
}
