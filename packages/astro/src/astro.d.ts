/** What is used of Astro, which sites bring: it is not installed here. The deep test of the starters compiles against the real one. */
declare module 'astro/zod' {
  export interface ZodType<Output> {
    readonly _output: Output;
  }
}

declare module 'astro' {
  export interface CacheHint {
    tags?: string[];
  }
  export interface LiveDataEntry<Data> {
    id: string;
    data: Data;
    cacheHint?: CacheHint;
  }
  export interface LiveDataCollection<Data> {
    entries: LiveDataEntry<Data>[];
    cacheHint?: CacheHint;
  }
  export interface APIContext {
    request: Request;
    cache: {
      readonly enabled: boolean;
      set(options: { tags: string[]; maxAge: number } | false): void;
      invalidate(options: { tags: string[] }): Promise<void>;
    };
  }
}

declare module 'astro/loaders' {
  import type { LiveDataCollection, LiveDataEntry } from 'astro';

  export interface LoaderContext {
    store: {
      keys(): string[];
      set(entry: { id: string; data: Record<string, unknown>; digest: string }): boolean;
      delete(id: string): void;
    };
    config: { cacheDir: URL };
    parseData<Data extends Record<string, unknown>>(entry: { id: string; data: Data }): Promise<Data>;
    generateDigest(data: Record<string, unknown>): string;
  }
  export interface LiveLoader<Data, EntryFilter, CollectionFilter, Failure extends Error> {
    name: string;
    loadEntry(context: { filter: EntryFilter }): Promise<LiveDataEntry<Data> | undefined | { error: Failure }>;
    loadCollection(context: { filter?: CollectionFilter }): Promise<LiveDataCollection<Data> | { error: Failure }>;
  }
}
