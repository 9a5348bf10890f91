/**
 * The rules of the media library: creating, changing and deleting assets with their files. A file is stored before its record is
 * written. Each write is journalled with its event; a change without effect is not written.
 */
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import type { Database, WriteOptions } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { timeOrderedKey } from '../../platform/kit/ids.ts';
import type { PublicAddress } from '../../reading/delivery/asset-address.ts';
import { lockFile } from '../files/files.ts';
import { keepTexts } from './asset-texts.ts';
import type { AssetWork } from './asset-work.ts';
import { countAsset, fileColumns, recordChange } from './assets.ts';
import { recordAsset } from './audit.ts';
import type { AssetFile, Intake, UploadedFile } from './intake.ts';
import { type MediaInput, type NewMediaInput, readMediaChange, readNewMedia } from './media-input.ts';
import { propertyColumns } from './properties.ts';
import { type AssetView, assetView } from './representation.ts';
import * as store from './store.ts';
import type { AssetRow } from './tables.ts';
import { type AssetTexts, withTexts } from './text-input.ts';

/** The properties in a request, and its file. */
export interface MediaRequest {
  /** Values in the form of JSON requests. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly file: UploadedFile | null;
}

export interface MediaParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly environments: Environments;
  readonly models: Models;
  readonly intake: Intake;
  readonly address: PublicAddress;
}

/** The asset that a path names. */
export interface AssetPlace {
  readonly environment: Environment;
  readonly key: string;
}

export class Media {
  readonly #parts: MediaParts;

  constructor(parts: MediaParts) {
    this.#parts = parts;
  }

  /**
   * Creates an asset from a file.
   * @throws `validation_failed`, or `conflict` if the key is taken
   */
  async create(actor: Actor, environment: Environment, { values, file }: MediaRequest): Promise<AssetView> {
    const model = await this.#parts.models.confirmed(environment);
    const { key } = readNewMedia(values, model.locales);
    if (file === null) throw invalid('file', 'required', 'Send a file, as the part named file in a form.');
    if (key !== undefined && (await this.#find({ environment, key })) !== undefined) throw keyTaken(key);
    const kept = await this.#parts.intake.admit(environment.spaceId, file);
    return this.#write(actor, environment, async (work) => {
      await lockFile(work.writer, kept.kept);
      const input = readNewMedia(values, work.model.locales);
      return this.#view(work, await insertMedia(work, input, kept));
    });
  }

  /** Changes properties of an asset, or replaces its file, which changes its URL. */
  async update(actor: Actor, place: AssetPlace, { values, file }: MediaRequest, expected?: number): Promise<AssetView> {
    const before = await this.#require(place);
    requireOwn(actor, before);
    checkVersion(expected, before.version);
    const { environment, key } = place;
    readMediaChange(values, (await this.#parts.models.confirmed(environment)).locales);
    const kept = file === null ? null : await this.#parts.intake.admit(environment.spaceId, file);
    return this.#write(actor, environment, async (work) => {
      if (kept !== null) await lockFile(work.writer, kept.kept);
      const stored = await store.lockAsset(work.writer, environment.number, key);
      if (stored === undefined) throw notFound('asset');
      requireOwn(actor, stored);
      checkVersion(expected, stored.version);
      const input = readMediaChange(values, work.model.locales);
      return this.#view(work, await changeMedia(work, stored, { input, file: kept }));
    });
  }

  /** Deletes an asset. Its URL stops working at once, its file is removed later. */
  async delete(actor: Actor, place: AssetPlace, expected?: number): Promise<void> {
    const { environment, key } = place;
    const remove = async (work: AssetWork) => {
      const stored = await store.lockAsset(work.writer, environment.number, key);
      if (stored === undefined) throw notFound('asset');
      checkVersion(expected, stored.version);
      await store.deleteAsset(work.writer, stored, work.change.at);
      countAsset(work, stored, null);
      recordChange(work, stored, 'asset.delete');
      recordAsset(work, 'asset.delete', { before: stored, after: null });
      return null;
    };
    await this.#write(actor, environment, remove, { grows: false });
  }

  async get(actor: Actor, assetId: string): Promise<AssetView> {
    const place = await this.locate(actor, assetId);
    const row = await this.#require(place);
    const model = await this.#parts.models.confirmed(place.environment);
    return assetView(row, { ...place, model, address: this.#parts.address });
  }

  /** The environment that a path names. */
  open(actor: Actor, place: { readonly spaceId: string; readonly environment: string }): Promise<Environment> {
    return this.#parts.environments.open(actor, place.spaceId, place.environment);
  }

  /**
   * The asset that an id in a path names.
   * @throws `not_found`, whatever is wrong with the id
   */
  async locate(actor: Actor, assetId: string): Promise<AssetPlace> {
    const id = parseResourceId(assetId);
    if (id === null || id.kind !== 'asset') throw notFound('asset');
    return { environment: await this.#parts.environments.byCode(actor, id.code, 'asset'), key: id.key };
  }

  /** The same, if the asset exists. */
  async locateExisting(actor: Actor, assetId: string): Promise<AssetPlace> {
    const place = await this.locate(actor, assetId);
    await this.#require(place);
    return place;
  }

  #find({ environment, key }: AssetPlace): Promise<AssetRow | undefined> {
    return store.findAsset(this.#parts.database.reader, environment.number, key);
  }

  async #require(place: AssetPlace): Promise<AssetRow> {
    const row = await this.#find(place);
    if (row === undefined) throw notFound('asset');
    return row;
  }

  #view({ environment, model }: AssetWork, row: AssetRow): AssetView {
    return assetView(row, { environment, model, address: this.#parts.address });
  }

  #write<T>(
    actor: Actor,
    environment: Environment,
    run: (work: AssetWork) => Promise<T>,
    { grows = true }: Pick<WriteOptions, 'grows'> = {},
  ): Promise<T> {
    return this.#parts.journal.write(
      actor,
      async (writer, change) => {
        const model = await this.#parts.models.forWrite(writer, environment, 'all');
        return run({ writer, change, actor, environment, model });
      },
      { environment: environment.number, grows },
    );
  }
}

async function insertMedia(work: AssetWork, input: NewMediaInput, file: AssetFile): Promise<AssetRow> {
  const { writer, change, actor, environment } = work;
  const key = input.key ?? timeOrderedKey(change.at);
  const row: AssetRow = {
    id: await store.takeRowId(writer, environment.number),
    environment: environment.number,
    key,
    texts: JSON.stringify(withTexts({}, input.texts)),
    ...propertyColumns(input.properties, null),
    ...fileColumns(file),
    version: 1,
    created_at: change.at,
    created_by: actor.id,
    updated_at: change.at,
    updated_by: actor.id,
  };
  if (!(await store.insertAsset(writer, row))) throw keyTaken(key);
  countAsset(work, null, row);
  await keepTexts(work, row);
  recordChange(work, row, 'asset.create');
  recordAsset(work, 'asset.create', { before: null, after: row });
  return row;
}

async function changeMedia(
  work: AssetWork,
  before: AssetRow,
  { input, file }: { input: MediaInput; file: AssetFile | null },
): Promise<AssetRow> {
  const wanted: AssetRow = {
    ...before,
    texts: JSON.stringify(withTexts(JSON.parse(before.texts) as AssetTexts, input.texts)),
    ...propertyColumns(input.properties, before),
    ...(file === null ? {} : fileColumns(file)),
  };
  if (JSON.stringify(wanted) === JSON.stringify(before)) return before;
  const { writer, change, actor } = work;
  const after = { ...wanted, version: before.version + 1, updated_at: change.at, updated_by: actor.id };
  await store.updateAsset(writer, after);
  countAsset(work, before, after);
  if (after.file_hash !== before.file_hash) await store.keepReplaced(writer, before, after, change.at);
  if (after.texts !== before.texts) await keepTexts(work, after);
  recordChange(work, after, 'asset.update', before);
  recordAsset(work, 'asset.update', { before, after });
  return after;
}

/** Authors may only change their own assets. */
function requireOwn(actor: Actor, row: AssetRow): void {
  if (actor.permits('asset.update') || row.created_by === actor.id) return;
  throw new DomainError('insufficient_permission', 'Your role may only change your own assets; ask an editor.', {
    permission: 'asset.update',
  });
}

function keyTaken(key: string): DomainError {
  return new DomainError('conflict', `An asset with the key "${key}" already exists; choose another key.`);
}
