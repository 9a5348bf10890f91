/** Drafts, for addresses with a preview token: `next.config.ts` leads them here. Nothing of it is cached. */
import { Preview } from '@lectern/next/preview';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
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

async function draftAt(preview: string, [first = 'home', slug]: string[]) {
  const from = drafts(preview);
  if (first !== 'articles') return <PageView page={(await pageAt(from, first).first()) ?? notFound()} />;
  if (slug === undefined) return <ArticleList articles={(await articleList(from).list()).items} />;
  return <ArticleView article={(await articleAt(from, slug).first()) ?? notFound()} />;
}
