/** Files on their way: three at a time, each with its progress, and tried again when the person says so. */
import { useSyncExternalStore } from 'react';
import { type Place, queryClient } from '../../api/queries.ts';
import type { Asset } from '../../api/types.ts';
import { uploadFile } from '../../api/upload.ts';

const AT_ONCE = 3;

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly place: Place;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Share that has been sent, 0 to 1. */
  readonly share: number;
  /** Why it failed; null unless it did. */
  readonly problem: string | null;
  /** What whoever chose the file does with it. */
  readonly use: (asset: Asset) => void;
}

class UploadQueue {
  #uploads: readonly Upload[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();

  get uploads(): readonly Upload[] {
    return this.#uploads;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Queues files. They go on arriving when the screen is left.
   * @returns the ids of the uploads
   * @param use is called with each of them once it is an asset, however often it had to be tried
   */
  add(place: Place, files: readonly File[], use: (asset: Asset) => void = keep): number[] {
    const added = files.map((file): Upload => {
      this.#count += 1;
      return { id: this.#count, file, place, state: 'waiting', share: 0, problem: null, use };
    });
    this.#become([...this.#uploads, ...added]);
    this.#go();
    return added.map(({ id }) => id);
  }

  retry(id: number): void {
    this.#change(id, { state: 'waiting', problem: null, share: 0 });
    this.#go();
  }

  /** Forgets one that failed. */
  drop(id: number): void {
    this.#become(this.#uploads.filter((upload) => upload.id !== id));
  }

  #go(): void {
    const sending = this.#uploads.filter(({ state }) => state === 'sending').length;
    const next = this.#uploads.filter(({ state }) => state === 'waiting').slice(0, AT_ONCE - sending);
    for (const upload of next) {
      this.#change(upload.id, { state: 'sending' });
      void this.#send(upload);
    }
  }

  async #send({ id, file, place, use }: Upload): Promise<void> {
    try {
      const asset = await uploadFile(place, file, { progress: (share) => this.#change(id, { share }) });
      this.drop(id);
      use(asset);
      listsOfFilesChanged(place);
    } catch (error) {
      this.#change(id, { state: 'failed', problem: error instanceof Error ? error.message : String(error) });
    }
    this.#go();
  }

  #change(id: number, changes: Partial<Upload>): void {
    this.#become(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }

  #become(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}

/** Has the lists of files read again, also those of screens that were left. */
function listsOfFilesChanged({ space, environment }: Place): void {
  for (const list of [['media'], ['picker', 'asset']])
    void queryClient.invalidateQueries({ queryKey: [space, environment, ...list] });
}

/** Files that are only put into the library. */
function keep(): void {}

/** The uploads of this tab. */
export const uploadQueue = new UploadQueue();

/** The uploads that are on their way or failed, as they stand now. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadQueue.subscribe, () => uploadQueue.uploads);
}
