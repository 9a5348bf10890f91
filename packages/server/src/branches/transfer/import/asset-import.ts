/** Copies the files of assets from an archive into the storage of the space, before their records are written. */

import { readAssetsByKey } from '../../../content/assets/asset-records.ts';
import { cleanFileName } from '../../../content/assets/file-name.ts';
import type { AssetFile, Intake } from '../../../content/assets/intake.ts';
import type { Spool } from '../../../content/files/spool.ts';
import type { ImportLine } from '../../../content/import/records.ts';
import type { Model } from '../../../model/content-types/model.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import type { Database } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { filePath, isHash } from '../format.ts';
import type { ImportMemberRow, ImportRow } from '../tables.ts';
import type { TransferFiles } from '../transfer-files.ts';
import { findMember } from './store.ts';

export interface AssetImportParts {
  readonly database: Database;
  readonly environments: Environments;
  readonly models: { confirmed(environment: Environment): Promise<Model> };
  readonly intake: Intake;
  readonly spool: Spool;
  readonly files: TransferFiles;
}

export class AssetImport {
  readonly #parts: AssetImportParts;

  constructor(parts: AssetImportParts) {
    this.#parts = parts;
  }

  /**
   * Returns the lines, with the files that their assets do not have yet.
   * @param name the environment that receives them
   */
  async withFiles(row: ImportRow, name: string, lines: readonly ImportLine[]): Promise<ImportLine[]> {
    const existing = await this.#existingFiles(row, name, lines);
    const complete: ImportLine[] = [];
    for (const line of lines) {
      const { file: hash } = line.record;
      const isNew = typeof hash === 'string' && isHash(hash) && existing.get(String(line.record.key)) !== hash;
      complete.push(isNew ? await this.#withFile(row, line, hash) : line);
    }
    return complete;
  }

  /** The hashes of the assets' current files. */
  async #existingFiles(row: ImportRow, name: string, lines: readonly ImportLine[]): Promise<Map<string, unknown>> {
    const { database, environments, models } = this.#parts;
    const environment = await environments.resolve(row.space_id, name);
    if (environment === undefined) return new Map();
    const keys = lines.map(({ record }) => String(record.key));
    const assets = await readAssetsByKey(database.reader, await models.confirmed(environment), keys);
    return new Map(assets.map(({ key, record }) => [key, record.file]));
  }

  async #withFile(row: ImportRow, line: ImportLine, hash: string): Promise<ImportLine> {
    const member = await findMember(this.#parts.database.reader, row.id, filePath(hash));
    if (member === undefined) return line;
    try {
      return { ...line, file: await this.#admit(row, member, line.record.file_name) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      return { ...line, problem: error };
    }
  }

  async #admit(row: ImportRow, { begins, size }: ImportMemberRow, fileName: unknown): Promise<AssetFile> {
    const { spool, intake, files } = this.#parts;
    const spooled =
      size === 0
        ? await spool.receive(nothing())
        : await spool.receive(await files.open(row.file, { start: begins, end: begins + size - 1 }));
    try {
      const name = cleanFileName(typeof fileName === 'string' ? fileName : undefined);
      return await intake.admit(row.space_id, { ...spooled, fileName: name });
    } finally {
      await spool.remove(spooled.path);
    }
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
