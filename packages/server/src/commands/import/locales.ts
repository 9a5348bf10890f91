/**
 * Gives a space the locales that an import needs: creates missing ones and updates name, fallback, `optional` and the
 * default. Other locales of the space stay.
 */

import type { Notes } from '@lectern/import/notes.ts';
import { type ServiceClient, ServiceError, type ServiceRequest } from '../service-client.ts';

/** A locale as it should be. */
export interface ExportedLocale {
  readonly code: string;
  readonly name: string;
  /** Code of the fallback locale; null ends the chain. */
  readonly fallback: string | null;
  readonly optional: boolean;
  readonly default: boolean;
}

/** What was done to the locales of the space. */
export interface LocalesOutcome {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly refused: readonly RefusedLocale[];
}

/** A locale that could not be created or updated. */
export interface RefusedLocale {
  readonly code: string;
  readonly message: string;
  /** Whether the space lacks it; otherwise it is unchanged. */
  readonly missing: boolean;
}

/** Access to the locales of one space. */
export interface LocalesAccess {
  readonly space: string;
  readonly send: (request: ServiceRequest) => Promise<unknown>;
  readonly notes: Notes;
}

/** @param access with `read`, nothing is changed, only looked at */
export function accessLocales(
  client: ServiceClient,
  { space, notes, access }: { readonly space: string; readonly notes: Notes; readonly access: 'read' | 'write' },
): LocalesAccess {
  const send = async (request: ServiceRequest) =>
    access === 'write' || request.method === 'GET' ? client.send(request) : null;
  return { space: encodeURIComponent(space), send, notes };
}

interface PresentLocale extends ExportedLocale {
  readonly id: string;
}

/**
 * Creates and updates the locales of the space.
 * @throws ServiceError if they cannot be read, or the key may not change them
 */
export async function applyLocales(
  exported: readonly ExportedLocale[],
  access: LocalesAccess,
): Promise<LocalesOutcome> {
  const outcome = {
    created: [] as string[],
    updated: [] as string[],
    unchanged: [] as string[],
    refused: [] as RefusedLocale[],
  };
  const before = await readLocales(access);
  for (const locale of inOrder(withOneDefault(exported))) {
    const present = before.find((one) => one.code === locale.code);
    try {
      const did =
        present === undefined ? await createLocale(locale, access) : await updateLocale(present, locale, access);
      outcome[did].push(locale.code);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      outcome.refused.push({ code: locale.code, message: error.message, missing: present === undefined });
    }
  }
  await attachFormerDefault(before, exported, access);
  return outcome;
}

/** The locales of the space as they are. */
export async function readLocales({ space, send }: LocalesAccess): Promise<readonly PresentLocale[]> {
  const response = (await send({ method: 'GET', path: `/spaces/${space}/locales?limit=1000` })) as {
    items?: PresentLocale[];
  } | null;
  return response?.items ?? [];
}

/** A file may mark several locales as default: the first is it. */
function withOneDefault(exported: readonly ExportedLocale[]): readonly ExportedLocale[] {
  const standard = exported.find((locale) => locale.default);
  return exported.map((locale) => ({ ...locale, default: locale === standard }));
}

/** The default locale first, then each after its fallback. */
function inOrder(exported: readonly ExportedLocale[]): readonly ExportedLocale[] {
  const ordered = exported.filter((locale) => locale.default);
  let waiting = exported.filter((locale) => !locale.default);
  while (waiting.length > 0) {
    const codes = new Set(waiting.map((locale) => locale.code));
    const ready = waiting.filter((locale) => locale.fallback === null || !codes.has(locale.fallback));
    // A valid file contains no loop of fallbacks; if one does, the service reports it.
    const next = ready.length > 0 ? ready : waiting;
    ordered.push(...next);
    waiting = waiting.filter((locale) => !next.includes(locale));
  }
  return ordered;
}

async function createLocale(locale: ExportedLocale, { space, send }: LocalesAccess): Promise<'created'> {
  const { code, name, fallback, optional } = locale;
  await send({
    method: 'POST',
    path: `/spaces/${space}/locales`,
    json: { code, name, fallback, optional, ...(locale.default ? { default: true } : {}) },
  });
  return 'created';
}

async function updateLocale(
  present: PresentLocale,
  locale: ExportedLocale,
  { space, send }: LocalesAccess,
): Promise<'updated' | 'unchanged'> {
  const differing = (['name', 'fallback', 'optional'] as const).filter(
    (property) => present[property] !== locale[property],
  );
  const changes = Object.fromEntries(differing.map((property) => [property, locale[property]]));
  if (locale.default && !present.default) Object.assign(changes, { default: true });
  if (Object.keys(changes).length === 0) return 'unchanged';
  await send({ method: 'PATCH', path: `/spaces/${space}/locales/${present.id}`, json: changes });
  return 'updated';
}

/**
 * A new space has a default locale. If the import brings another one, the first would be left without a fallback, and
 * nothing with required values could be published; so it falls back to the new one.
 */
async function attachFormerDefault(
  before: readonly PresentLocale[],
  exported: readonly ExportedLocale[],
  access: LocalesAccess,
): Promise<void> {
  const former = before.find((locale) => locale.default);
  const standard = exported.find((locale) => locale.default);
  if (former === undefined || standard === undefined || exported.some((locale) => locale.code === former.code)) return;
  const now = await readLocales(access);
  const present = now.find((locale) => locale.code === former.code);
  if (present === undefined || present.default || present.fallback !== null) return;
  await access.send({
    method: 'PATCH',
    path: `/spaces/${access.space}/locales/${present.id}`,
    json: { fallback: standard.code },
  });
  access.notes.add(
    'changed',
    `locale ${former.code}`,
    `It was the default locale of the space and is not in the file; it stays, and falls back to ${standard.code}.`,
  );
}

/** The service understood and rejected this one locale; any other error ends the import. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.status === 409 || error.status === 422);
}
