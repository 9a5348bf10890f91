import { notFound } from 'next/navigation';
import { article, articles, slugOf } from '../../../content.ts';
import { ArticleView } from '../../../views.tsx';

export async function generateStaticParams() {
  return (await articles()).flatMap(({ slug }) => (slug ? [{ slug: slug.split('/') }] : []));
}

export default async function ArticlePage({ params }: { params: Promise<{ slug: string[] }> }) {
  return <ArticleView article={(await article(slugOf((await params).slug))) ?? notFound()} />;
}
