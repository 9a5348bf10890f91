/**
 * Applies the settings, locales, environments and aliases of an export to a space. Nothing is deleted: what the export does not
 * contain stays. In a space that was never used, the export may replace the first locale, and if "master" is an alias in the
 * export, the space's "master" is renamed to that alias's environment.
 */
import type { Models } from '../../../model/content-types/models.ts';
import { MASTER } from '../../../model/spaces/environment.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import type { LocaleRules, ShownLocale } from '../../../model/spaces/locale-rules.ts';
import type { Spaces } from '../../../model/spaces/spaces.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Aliases, AliasInput } from '../../aliases/aliases.ts';
import type { EnvironmentChanges } from '../../environments/environment-changes.ts';
import { type LocaleRecord, settingsOf } from '../export/small-files.ts';
import type { SpaceSettings } from '../format.ts';
import { requirePermission } from './import-actor.ts';
import { did, type Outcome, type ResourceResult, refusedBy } from './tally.ts';

export interface SettingsParts {
  readonly spaces: Spaces;
  readonly locales: LocaleRules;
  readonly environments: Environments;
  readonly environmentChanges: EnvironmentChanges;
  readonly aliases: Aliases;
  readonly models: Models;
}

/** The settings to apply to a space. */
export interface SettingsToImport {
  /** Absent in the export of one environment. */
  readonly space: SpaceSettings | undefined;
  readonly locales: readonly LocaleRecord[];
  /** Names of the environments. */
  readonly environments: readonly string[];
  /** Names of environments, keyed by alias. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** The import and its actor. */
export interface Acting {
  readonly actor: Actor;
  readonly spaceId: string;
  /** Whether nothing is written. */
  readonly isDryRun: boolean;
  /** Whether the import should continue; checked before each resource. */
  readonly goesOn: () => Promise<boolean>;
}

/** Applies the settings to a space. @returns what was done, or would be; incomplete if the import has to end */
export async function importSettings(
  parts: SettingsParts,
  acting: Acting,
  wanted: SettingsToImport,
): Promise<ResourceResult[]> {
  return [
    ...(wanted.space === undefined ? [] : [await bringSpace(parts, acting, wanted.space)]),
    ...(await bringLocales(parts, acting, wanted.locales)),
    ...(await bringMaster(parts, acting, wanted.aliases)),
    ...(await bringEnvironments(parts, acting, wanted.environments)),
    ...(await bringAliases(parts, acting, wanted.aliases)),
  ];
}

async function bringSpace(
  { spaces }: SettingsParts,
  { actor, spaceId, isDryRun }: Acting,
  wanted: SpaceSettings,
): Promise<ResourceResult> {
  const about = { environment: null, kind: 'space', key: 'settings' } as const;
  const { strip_metadata: stripsMetadata, ai } = settingsOf(await spaces.find(actor, spaceId));
  if (stripsMetadata === wanted.strip_metadata && ai === wanted.ai) return did('unchanged', about);
  try {
    requirePermission(actor, 'space.update');
    if (!isDryRun) await spaces.update(actor, spaceId, { stripsMetadata: wanted.strip_metadata, ai: wanted.ai });
    return did('updated', about);
  } catch (error) {
    return refusedBy(error, about);
  }
}

/** Creates all locales before setting any fallback, so that their order does not matter. */
async function bringLocales(
  parts: SettingsParts,
  acting: Acting,
  wanted: readonly LocaleRecord[],
): Promise<ResourceResult[]> {
  const { actor, spaceId, isDryRun } = acting;
  const before = await parts.locales.list(actor, spaceId);
  const given = (await isUnused(parts, acting)) ? replacedFirst(before, wanted) : null;
  const results = new Map<string, ResourceResult>();
  for (const { code, name } of wanted) {
    if (before.some((locale) => locale.code === code)) continue;
    if (!(await acting.goesOn())) break;
    results.set(
      code,
      await attempt(acting, code, 'created', async () => {
        if (given?.to === code)
          await parts.locales.update(actor, { spaceId, localeId: given.id }, { input: { code, name } });
        else await parts.locales.create(actor, spaceId, { code, name, fallback: null });
      }),
    );
  }
  const now = isDryRun ? before : await parts.locales.list(actor, spaceId);
  for (const locale of wanted) {
    const known = results.get(locale.code);
    if (known?.result === 'refused' || (isDryRun && known !== undefined)) continue;
    const present = now.find(({ code }) => code === locale.code);
    const changes = present === undefined ? {} : changesOf(present, locale);
    if (Object.keys(changes).length > 0 && !(await acting.goesOn())) break;
    const result =
      present === undefined || Object.keys(changes).length === 0
        ? did('unchanged', aboutLocale(locale.code))
        : await attempt(acting, locale.code, 'updated', () =>
            parts.locales.update(actor, { spaceId, localeId: present.id }, { input: changes }),
          );
    if (known === undefined || result.result === 'refused') results.set(locale.code, result);
  }
  return [...results.values()];
}

async function attempt(
  { actor, isDryRun }: Acting,
  code: string,
  outcome: Exclude<Outcome, 'refused'>,
  run: () => Promise<unknown>,
): Promise<ResourceResult> {
  try {
    requirePermission(actor, 'locale.manage');
    if (!isDryRun) await run();
    return did(outcome, aboutLocale(code));
  } catch (error) {
    return refusedBy(error, aboutLocale(code));
  }
}

function aboutLocale(code: string) {
  return { environment: null, kind: 'locale', key: code } as const;
}

function changesOf(present: ShownLocale, wanted: LocaleRecord) {
  return {
    ...(present.name === wanted.name ? {} : { name: wanted.name }),
    ...(present.fallback === wanted.fallback ? {} : { fallback: wanted.fallback }),
    ...(present.optional === wanted.optional ? {} : { optional: wanted.optional }),
    ...(wanted.default && !present.isDefault ? { default: true } : {}),
  };
}

/** Whether the space has never had content types. */
async function isUnused({ environments, models }: SettingsParts, { actor, spaceId }: Acting): Promise<boolean> {
  for (const environment of await environments.list(actor, spaceId)) {
    if (environment.status !== 'ready' || (await models.confirmed(environment)).types.length > 0) return false;
  }
  return true;
}

/** The first locale of a new space, if the export does not contain it, and the one that replaces it. */
function replacedFirst(
  before: readonly ShownLocale[],
  wanted: readonly LocaleRecord[],
): { readonly id: string; readonly to: string } | null {
  const [first, ...others] = before;
  const standard = wanted.find((locale) => locale.default);
  if (first === undefined || others.length > 0 || standard === undefined) return null;
  return wanted.some(({ code }) => code === first.code) ? null : { id: first.id, to: standard.code };
}

/** In a space that was never used, turns "master" into an alias by renaming its environment. */
async function bringMaster(
  parts: SettingsParts,
  acting: Acting,
  { [MASTER]: environment }: Readonly<Record<string, string>>,
): Promise<ResourceResult[]> {
  const { actor, spaceId, isDryRun } = acting;
  if (environment === undefined || isDryRun || !(await acting.goesOn())) return [];
  const names = (await parts.environments.list(actor, spaceId)).map(({ name }) => name);
  if (!names.includes(MASTER) || names.includes(environment) || !(await isUnused(parts, acting))) return [];
  return [await pointAlias(parts, acting, MASTER, { environment, renameCurrentTo: environment })];
}

async function bringAliases(
  parts: SettingsParts,
  acting: Acting,
  wanted: Readonly<Record<string, string>>,
): Promise<ResourceResult[]> {
  const { actor, spaceId } = acting;
  const known = new Map((await parts.aliases.list(actor, spaceId)).map(({ name, environment }) => [name, environment]));
  const results: ResourceResult[] = [];
  for (const [name, environment] of Object.entries(wanted)) {
    if (!(await acting.goesOn())) break;
    if (known.get(name) === environment) results.push(did('unchanged', aboutAlias(name)));
    else results.push(await pointAlias(parts, acting, name, { environment }));
  }
  return results;
}

async function pointAlias(
  { aliases }: SettingsParts,
  { actor, spaceId, isDryRun }: Acting,
  name: string,
  input: AliasInput,
): Promise<ResourceResult> {
  try {
    requirePermission(actor, 'environment.create');
    const isNew = isDryRun || (await aliases.put(actor, { spaceId, name }, input)).isNew;
    return did(isNew ? 'created' : 'updated', aboutAlias(name));
  } catch (error) {
    return refusedBy(error, aboutAlias(name));
  }
}

function aboutAlias(name: string) {
  return { environment: null, kind: 'alias', key: name } as const;
}

async function bringEnvironments(
  { environments, environmentChanges }: SettingsParts,
  { actor, spaceId, isDryRun, goesOn }: Acting,
  names: readonly string[],
): Promise<ResourceResult[]> {
  const known = new Set((await environments.list(actor, spaceId)).map(({ name }) => name));
  const results: ResourceResult[] = [];
  for (const name of names) {
    const about = { environment: name, kind: 'environment', key: name } as const;
    if (!(await goesOn())) break;
    if (known.has(name)) results.push(did('unchanged', about));
    else {
      try {
        requirePermission(actor, 'environment.create');
        if (!isDryRun) await environmentChanges.create(actor, spaceId, { name });
        results.push(did('created', about));
      } catch (error) {
        results.push(refusedBy(error, about));
      }
    }
  }
  return results;
}
