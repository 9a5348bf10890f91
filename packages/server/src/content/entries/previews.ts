/**
 * Where an entry is shown on its site: the `preview_url` of its content type, filled in, with a token by which the page reads what is to
 * be shown: the drafts, or these through a change set or at a moment.
 */
import { sessionOf } from '../../identity/actors/actors.ts';
import type { Authentication } from '../../identity/auth/authentication.ts';
import type { PreviewTokens, PreviewView } from '../../identity/auth/preview-tokens.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { filledPreviewUrl } from '../../model/content-types/preview-url.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Locale } from '../../model/spaces/locale.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { notBoth } from '../../reading/delivery/asked-layer.ts';
import type { AcceptedEncodings } from '../../reading/delivery/encoding.ts';
import type { Delivery } from '../../reading/delivery/read.ts';
import { slugIn } from './claims/shown-slug.ts';
import type { Entries, EntryParts, EntryPlace } from './entries.ts';
import type { PreviewFrames } from './preview-frames.ts';
import { selectEntryByKey, selectState } from './store.ts';

/** What is to be shown of an entry. */
export interface PreviewAsked {
  /** Code; undefined for the default locale. */
  readonly locale: string | undefined;
  /** Id of a change set that lies over the drafts. */
  readonly changeSet: string | undefined;
  /** A moment, as the parameter `as_of` has it. */
  readonly asOf: string | undefined;
}

/** The page of an entry in a locale, and what it reads with. */
export interface EntryPreview {
  /** Null if its content type has no preview, the address needs a slug and the entry has none, or it is not there at the moment. */
  readonly url: string | null;
  /** Studio's page for showing it, as a relative address; null without Studio, and for API keys. */
  readonly frame_url: string | null;
  /** What the page reads on the preview plane with. */
  readonly token: string;
  /** What is saved until this revision of the environment is what the page sees, whichever process it asks. */
  readonly revision: number;
  /** When `token` and `frame_url` expire. */
  readonly expires_at: string;
}

interface PreviewParts extends Pick<EntryParts, 'database' | 'models'> {
  readonly entries: Pick<Entries, 'locate'>;
  readonly heads: Pick<Heads, 'confirmed'>;
  /** Null without Studio. */
  readonly frames: PreviewFrames | null;
  readonly tokens: Pick<PreviewTokens, 'mint'>;
  readonly authentication: Pick<Authentication, 'reading'>;
  readonly delivery: Pick<Delivery, 'read'>;
}

/** What an address is made of. */
interface Shown {
  readonly type: ContentType | undefined;
  readonly slug: string | null;
}

/** The newest draft; null if the entry is not stored. */
interface Drafted {
  readonly model: Model;
  readonly locale: Locale;
  readonly shown: Shown | null;
}

const UNPACKED: AcceptedEncodings = { best: 'identity', gzip: false };

export class EntryPreviews {
  readonly #parts: PreviewParts;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  /**
   * The address where the entry is shown, and the token that the address may have.
   * @throws `not_found` for an entry or a change set, `validation_failed` for an unknown locale or a moment that cannot be read
   */
  async of(actor: Actor, entryId: string, { locale, changeSet, asOf }: PreviewAsked): Promise<EntryPreview> {
    const { entries, heads, tokens, frames } = this.#parts;
    if (changeSet !== undefined && asOf !== undefined) throw notBoth();
    const place = await entries.locate(actor, entryId);
    const head = await heads.confirmed(place.environment.number);
    if (head === undefined) throw notFound('entry');
    const { revision } = head;
    const view = { changeSet: changeSet ?? null, asOf: asOf ?? null, revision };
    const { token, until } = tokens.mint(actor, place.environment, view);
    const url = await this.addressOf(place, { locale, view, token });
    const sessionId = sessionOf(actor);
    const frame = url === null || sessionId === null ? null : (frames?.seal({ url, sessionId }, until) ?? null);
    const frame_url = frame === null ? null : `frame?token=${frame}`;
    return { url, frame_url, token, revision, expires_at: isoTime(until) };
  }

  /**
   * The address where an entry is shown to whoever has a token.
   * @returns null where `url` of `EntryPreview` is; @throws as `of`
   */
  async addressOf(
    place: EntryPlace,
    asked: { readonly locale: string | undefined; readonly view: PreviewView; readonly token: string },
  ): Promise<string | null> {
    const { database, models } = this.#parts;
    const { environment, key } = place;
    const { view, token } = asked;
    const {
      model,
      locale,
      shown: draft,
    } = await database.snapshot(async (reader) =>
      draftOf(reader, place, { model: await models.within(reader, environment), locale: asked.locale }),
    );
    const isPlain = view.changeSet === null && view.asOf === null;
    const shown = isPlain ? draft : await this.#shownTo(token, place, { model, locale, draft });
    if (draft === null && shown === null) throw notFound('entry');
    const template = shown?.type?.previewUrl ?? null;
    if (shown === null || template === null) return null;
    return filledPreviewUrl(template, {
      slug: shown.slug,
      id: resourceId('entry', model.code, key),
      key,
      locale: locale.code,
      environment: environment.name,
      preview: token,
    });
  }

  /** What the token shows of the entry; null if that is nothing. */
  async #shownTo(
    token: string,
    { environment, key }: EntryPlace,
    { model, locale, draft }: { readonly model: Model; readonly locale: Locale; readonly draft: Shown | null },
  ): Promise<Shown | null> {
    const { authentication, delivery } = this.#parts;
    const parameters = {
      spaceId: environment.spaceId,
      environment: environment.name,
      resource: { kind: 'entries', idOrKey: resourceId('entry', environment.ownCode, key) },
      search: `select=slug&locale=${encodeURIComponent(locale.code)}`,
      encodings: UNPACKED,
      ifNoneMatch: undefined,
    } as const;
    try {
      const { content } = await delivery.read({
        key: await authentication.reading(token, 'preview'),
        mark: undefined,
        parameters,
      });
      const seen = JSON.parse(String(content?.body)) as { readonly content_type: string; readonly slug: string | null };
      return { type: draft?.type ?? model.typeByApiId(seen.content_type), slug: seen.slug };
    } catch (error) {
      if (isNoEntry(error)) return null;
      throw error;
    }
  }
}

async function draftOf(
  reader: Reader,
  { environment, key }: EntryPlace,
  asked: { readonly model: Model; readonly locale: string | undefined },
): Promise<Drafted> {
  const { model } = asked;
  const locale = asked.locale === undefined ? model.locales.default : model.locales.byCode(asked.locale);
  if (locale === undefined) throw invalid('query.locale', 'unknown', 'Give the code of a locale of the space.');
  const [row] = await selectEntryByKey(reader, { environment: environment.number, key });
  const type = row === undefined ? undefined : model.typeByNumber(row.content_type);
  if (row === undefined || type === undefined) return { model, locale, shown: null };
  const [state] = await selectState(reader, { id: row.id, version: row.version });
  const draft = JSON.parse(state?.document ?? '{}') as Document;
  return { model, locale, shown: { type, slug: slugIn(draft, type, locale.number, model) } };
}

function isNoEntry(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'not_found' && error.extra.resource === 'entry';
}
