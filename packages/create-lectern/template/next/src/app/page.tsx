import { notFound } from 'next/navigation';
import { page } from '../content.ts';
import { PageView } from '../views.tsx';

export default async function Home() {
  return <PageView page={(await page('home')) ?? notFound()} />;
}
