import { notFound } from 'next/navigation';
import { page, slugOf } from '../../content.ts';
import { PageView } from '../../views.tsx';

export const generateStaticParams = () => [{ slug: ['about'] }];

export default async function Page({ params }: { params: Promise<{ slug: string[] }> }) {
  return <PageView page={(await page(slugOf((await params).slug))) ?? notFound()} />;
}
