/** A small JPEG of an asset's image, for programs that need to see it, whatever the format of the original. */
import type { Models } from '../../model/content-types/models.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Files } from '../files/files.ts';
import type { Images } from '../files/images/images.ts';
import type { Media } from './media.ts';
import { focalPointOf } from './representation.ts';
import * as store from './store.ts';

/** Large enough to recognize the content, and small to send. */
const RENDERING = 'w=768&h=768&fit=inside&fm=jpg&q=75';
const DRAWING = 'image/svg+xml';
/** Stands for the client address of a request if it is unknown. */
const NOWHERE = 'service';

interface AssetImagesParts {
  readonly database: Pick<Database, 'reader'>;
  readonly media: Media;
  readonly models: Models;
  readonly files: Pick<Files, 'localCopy'>;
  readonly images: Pick<Images, 'plan' | 'render'>;
}

export class AssetImages {
  readonly #parts: AssetImagesParts;

  constructor(parts: AssetImagesParts) {
    this.#parts = parts;
  }

  /** The space of an asset, and the code of its default locale. @throws `not_found` */
  async place(actor: Actor, assetId: string): Promise<{ spaceId: string; locale: string }> {
    const { environment } = await this.#parts.media.locateExisting(actor, assetId);
    const { locales } = await this.#parts.models.confirmed(environment);
    return { spaceId: environment.spaceId, locale: locales.default.code };
  }

  /** @throws `not_found`, or `validation_failed` if the asset is not an image */
  async jpeg(actor: Actor, assetId: string): Promise<Uint8Array> {
    const { environment, key } = await this.#parts.media.locateExisting(actor, assetId);
    const [asset] = await store.selectAddressed(this.#parts.database.reader, { code: environment.code, key });
    if (asset === undefined) throw notFound('asset');
    const { name, hash, mime_type: mimeType, width, height } = asset;
    if (name === null || hash === null || mimeType === null || width === null || mimeType === DRAWING) throw noImage();
    const file = { hash, spaceId: environment.spaceId, mimeType, width, height, focalPoint: focalPointOf(asset) };
    const plan = this.#parts.images.plan({ file, search: RENDERING, accept: undefined });
    if (plan === null) throw noImage();
    const open = async () => (await this.#parts.files.localCopy(name)) ?? Promise.reject(notFound('file'));
    const image = await this.#parts.images.render(plan, { open }, actor.origin?.ip ?? NOWHERE);
    try {
      return await image.file.readFile();
    } finally {
      await image.file.close();
    }
  }
}

function noImage(): Error {
  return invalid('asset_id', 'mime_type', 'Name an asset whose file is an image of pixels, such as a JPEG or a PNG.');
}
