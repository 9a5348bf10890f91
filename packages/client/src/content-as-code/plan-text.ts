/** What a change of the model does, in lines for people. */
import { amount } from '../program/command-frame.ts';
import type { FieldChange, ModelPlan, SettingChange, TypeChange } from './model-push.ts';

const VALUE_CHARACTERS_MAX = 60;
const TYPE_SIGNS = { create: '+', update: '~', delete: '-' } as const;
const FIELD_SIGNS = { create: '+', update: '~', rename: '~', replace: '~', restore: '+', delete: '-' } as const;
const HIDDEN: Readonly<Record<string, string>> = {
  field: 'all values',
  other_locales: 'the values of other locales',
  blocks: 'the blocks of components that it takes no longer',
};

/** Whether a plan changes nothing. */
export function isEmpty({ content_types, refused }: ModelPlan): boolean {
  return content_types.length === 0 && refused.length === 0;
}

/** The lines of a plan. */
export function planLines({ content_types, not_named, refused }: ModelPlan): string[] {
  const deleted = content_types.filter(({ change }) => change === 'delete').map(({ api_id: apiId }) => apiId);
  const left = not_named.filter((name) => !deleted.includes(name));
  return [
    ...content_types.flatMap(typeLines),
    ...refused.map(({ content_type: type, message }) => `! ${type === null ? '' : `${type}: `}${message}`),
    ...(left.length === 0 ? [] : [`Not in the folder, and left as they are: ${left.join(', ')}`]),
  ];
}

function typeLines({ api_id, change, settings, fields, warnings }: TypeChange): string[] {
  return [
    `${TYPE_SIGNS[change]} ${api_id}`,
    ...settings.map((setting) => `    ${settingText(setting)}`),
    ...fields.flatMap((field) => fieldLines(api_id, field)),
    ...warnings.map(({ path, message }) => `    ! ${path}: ${message}`),
  ];
}

function fieldLines(type: string, { id, previous_id, change, settings, hides, fails }: FieldChange): string[] {
  const renamed = change === 'rename' ? ` (was ${previous_id})` : '';
  const replaced = change === 'replace' ? ' (another field begins under this id)' : '';
  const restored = change === 'restore' ? ' (its values come back)' : '';
  return [
    `  ${FIELD_SIGNS[change]} ${id}${renamed}${replaced}${restored}`,
    ...settings.map((setting) => `      ${settingText(setting)}`),
    ...hides.map(
      ({ what, entries, examples }) =>
        `      ! hides ${HIDDEN[what] ?? what} in ${counted(entries, examples)}; needs --confirm-data-loss=${type}.${previous_id ?? id}`,
    ),
    ...fails.map(
      ({ rule, entries, published, examples }) =>
        `      ! ${counted(entries, examples)} (${published} published) ${entries === 1 ? 'does' : 'do'} not fit ${rule}`,
    ),
  ];
}

function settingText({ name, before, after }: SettingChange): string {
  return `${name}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length <= VALUE_CHARACTERS_MAX ? text : `${text.slice(0, VALUE_CHARACTERS_MAX)}…`;
}

function counted(entries: number, examples: readonly string[]): string {
  const named = examples.length === 0 ? '' : ` (${examples.slice(0, 3).join(', ')}${entries > 3 ? ', …' : ''})`;
  return amount(entries, 'entry', 'entries') + named;
}
