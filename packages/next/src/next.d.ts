/** What is used of Next, which sites bring: it is not installed here. The deep test of the starters compiles against the real one. */
declare module 'next/cache' {
  export function cacheLife(profile: { stale: number; revalidate: number; expire: number }): void;
  export function cacheTag(...tags: string[]): void;
  export function revalidateTag(tag: string, profile: string | { expire?: number }): undefined;
}

declare module 'next/navigation' {
  export function useRouter(): { replace(href: string, options: { scroll: boolean }): void };
}
