/** Reads the files of an archive that describe the rest: `export.json` and the locales. */

import { isEnvironmentName } from '../../../model/spaces/environment.ts';
import { ENVIRONMENTS_MAX } from '../../../model/spaces/new-environments.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { hasControlCharacters } from '../../../platform/kit/control-characters.ts';
import { ALIASES_MAX } from '../../aliases/aliases.ts';
import type { LocaleRecord } from '../export/small-files.ts';
import {
  FORMAT_NAME,
  FORMAT_VERSION,
  LOCALES_PATH,
  MANIFEST_PATH,
  type Manifest,
  type SpaceSettings,
} from '../format.ts';
import { parseLine } from './archive-lines.ts';
import { ArchiveError } from './archive-scan.ts';

const NAME_CHARACTERS_MAX = 200;

/** @throws ArchiveError if it is not a manifest, or has an unknown version */
export function readManifest(bytes: Buffer): Manifest {
  const given = parsed(bytes);
  const { format, version, environments, aliases, space, ...others } = given;
  if (format !== FORMAT_NAME)
    throw new ArchiveError(
      `${MANIFEST_PATH} does not have the format "${FORMAT_NAME}"; import an archive that lectern export has made.`,
    );
  if (version !== FORMAT_VERSION) {
    const known = `this service reads version ${FORMAT_VERSION}`;
    throw new ArchiveError(`${MANIFEST_PATH} has version ${JSON.stringify(version)?.slice(0, 20)}; ${known}.`);
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new ArchiveError(`${MANIFEST_PATH} has "${unknown.slice(0, 64)}"; remove it.`);
  const names = namesIn(environments);
  return {
    format: FORMAT_NAME,
    version: FORMAT_VERSION,
    environments: names,
    ...(aliases === undefined ? {} : { aliases: aliasesIn(aliases, names) }),
    ...(space === undefined ? {} : { space: settingsIn(space) }),
  };
}

/**
 * Checks the records of the locales.
 * @throws ArchiveError if they are not valid locales of one space
 */
export function readLocales(records: readonly Readonly<Record<string, unknown>>[]): LocaleRecord[] {
  const locales = records.map((record) => {
    const { code, name, fallback, optional, default: isDefault, ...others } = record;
    const isRecord =
      typeof code === 'string' &&
      typeof name === 'string' &&
      name.length > 0 &&
      name.length <= NAME_CHARACTERS_MAX &&
      !hasControlCharacters(name) &&
      (fallback === null || typeof fallback === 'string') &&
      typeof optional === 'boolean' &&
      typeof isDefault === 'boolean' &&
      Object.keys(others).length === 0;
    if (!isRecord)
      throw new ArchiveError(`${LOCALES_PATH} has a locale without code, name, fallback, optional and default.`);
    return { code, name, fallback, optional, default: isDefault };
  });
  if (locales.filter((locale) => locale.default).length !== 1)
    throw new ArchiveError(`${LOCALES_PATH} needs exactly one locale that is the default.`);
  return locales;
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    const value = parseLine(bytes);
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new ArchiveError(`${MANIFEST_PATH}: ${error.message}`);
  }
  throw new ArchiveError(`${MANIFEST_PATH} is not a JSON object.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function namesIn(given: unknown): string[] {
  const names = Array.isArray(given) ? given : [];
  if (names.length > ENVIRONMENTS_MAX)
    throw new ArchiveError(`${MANIFEST_PATH} lists more than ${ENVIRONMENTS_MAX} environments; export one at a time.`);
  if (names.length > 0 && names.every(isName) && new Set(names).size === names.length) return names;
  throw new ArchiveError(`${MANIFEST_PATH} lists no environments; give their names.`);
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && isEnvironmentName(name);
}

function aliasesIn(given: unknown, environments: readonly string[]): Readonly<Record<string, string>> {
  const aliases = isObject(given) ? Object.entries(given) : [];
  const isAlias = ([name, environment]: readonly [string, unknown]) =>
    isName(name) && !environments.includes(name) && isName(environment) && environments.includes(environment);
  if (isObject(given) && aliases.length <= ALIASES_MAX && aliases.every(isAlias))
    return Object.fromEntries(aliases) as Record<string, string>;
  throw new ArchiveError(
    `${MANIFEST_PATH} has invalid "aliases"; each is a new name for an environment that it lists, and there are at most ${ALIASES_MAX}.`,
  );
}

function settingsIn(given: unknown): SpaceSettings {
  const { strip_metadata, ai, ...others } = (given ?? {}) as Record<string, unknown>;
  if (typeof strip_metadata === 'boolean' && (ai === 'on' || ai === 'off') && Object.keys(others).length === 0)
    return { strip_metadata, ai };
  throw new ArchiveError(`${MANIFEST_PATH} has an invalid "space"; it has the keys strip_metadata and ai.`);
}
