import { notFound } from 'next/navigation';
import { article, articles } from '../../../content.ts';
import { ArticleView } from '../../../views.tsx';

export async function generateStaticParams() {
  return (await articles()).map(({ slug }) => ({ slug: slug ?? '' }));
}

export default async function ArticlePage({ params }: { params: Promise<{ slug: string }> }) {
  return <ArticleView article={(await article((await params).slug)) ?? notFound()} />;
}
