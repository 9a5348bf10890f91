/** Where the draft of an entry is shown: the `preview_url` of its content type, filled in. */
import { sessionOf } from '../../identity/actors/actors.ts';
import type { Model } from '../../model/content-types/model.ts';
import { filledPreviewUrl } from '../../model/content-types/preview-url.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { type Clock, isoTime } from '../../platform/kit/clock.ts';
import { slugIn } from './claims/shown-slug.ts';
import type { Entries, EntryParts } from './entries.ts';
import type { PreviewFrames } from './preview-frames.ts';
import { selectEntryByKey, selectState } from './store.ts';

/** The page of an entry in a locale. */
export interface EntryPreview {
  /** Null if its content type has no preview, or the address needs a slug and the entry has none. */
  readonly url: string | null;
  /** Studio's page for showing it, as a relative address; null without Studio, and for API keys. */
  readonly frame_url: string | null;
  /** When `frame_url` expires. */
  readonly expires_at: string | null;
}

interface PreviewParts extends Pick<EntryParts, 'database' | 'models'> {
  readonly entries: Pick<Entries, 'locate'>;
  /** Null without Studio. */
  readonly frames: PreviewFrames | null;
  readonly clock: Clock;
}

const NO_FRAME = { frame_url: null, expires_at: null };

export class EntryPreviews {
  readonly #parts: PreviewParts;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  /**
   * The address where the newest draft is shown.
   * @param locale code; undefined for the default locale
   * @throws `not_found`, or `validation_failed` for an unknown locale
   */
  async of(actor: Actor, entryId: string, locale: string | undefined): Promise<EntryPreview> {
    const { database, models, entries, frames, clock } = this.#parts;
    const { environment, key } = await entries.locate(actor, entryId);
    const url = await database.snapshot(async (reader) => {
      const model = await models.within(reader, environment);
      return addressOf(reader, { environment, model, key, locale });
    });
    const sessionId = sessionOf(actor);
    const frame = url === null || sessionId === null ? null : (frames?.seal({ url, sessionId }, clock()) ?? null);
    if (frame === null) return { url, ...NO_FRAME };
    return { url, frame_url: `frame?token=${frame.token}`, expires_at: isoTime(frame.until) };
  }
}

async function addressOf(
  reader: Reader,
  at: { environment: Environment; model: Model; key: string; locale: string | undefined },
): Promise<string | null> {
  const { environment, model, key } = at;
  const locale = at.locale === undefined ? model.locales.default : model.locales.byCode(at.locale);
  if (locale === undefined) throw invalid('query.locale', 'unknown', 'Give the code of a locale of the space.');
  const [row] = await selectEntryByKey(reader, { environment: environment.number, key });
  const type = row === undefined ? undefined : model.typeByNumber(row.content_type);
  if (row === undefined || type === undefined) throw notFound('entry');
  if (type.previewUrl === null) return null;
  const [state] = await selectState(reader, { id: row.id, version: row.version });
  const draft = JSON.parse(state?.document ?? '{}') as Document;
  return filledPreviewUrl(type.previewUrl, {
    slug: slugIn(draft, type, locale.number, model),
    id: resourceId('entry', model.code, key),
    key,
    locale: locale.code,
    environment: environment.name,
    // Left empty, because a token here would give the page access to drafts.
    preview: '',
  });
}
