/** Drafts, for addresses with a preview token: `next.config.ts` leads them here. Nothing of it is cached. */
import { Preview } from '@lectern/next/preview';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { slugOf } from '../../../content.ts';
import { articleAt, articleList, pageAt } from '../../../queries.ts';
import { drafts, EXPIRED, isExpired, service } from '../../../site.ts';
import { ArticleList, ArticleView, PageView } from '../../../views.tsx';

interface Address {
  params: Promise<{ path?: string[] }>;
  searchParams: Promise<{ preview?: string }>;
}

export const metadata = { referrer: 'no-referrer', robots: { index: false } };

export default function PreviewPage(address: Address) {
  return (
    <Suspense>
      <Draft {...address} />
      <Preview service={service} />
    </Suspense>
  );
}

async function Draft({ params, searchParams }: Address) {
  const { preview = notFound() } = await searchParams;
  const { path = [] } = await params;
  return draftAt(preview, path).catch((error: unknown) => {
    if (isExpired(error)) return <p>{EXPIRED}</p>;
    throw error;
  });
}

async function draftAt(preview: string, path: string[]) {
  const from = drafts(preview);
  const [first, ...rest] = path;
  if (first !== 'articles') {
    const page = await pageAt(from, slugOf(path) || 'home').first();
    return <PageView page={page ?? notFound()} />;
  }
  if (rest.length === 0) return <ArticleList articles={(await articleList(from).list()).items} />;
  return <ArticleView article={(await articleAt(from, slugOf(rest)).first()) ?? notFound()} />;
}
