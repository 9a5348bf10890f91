import { articles } from '../../content.ts';
import { ArticleList } from '../../views.tsx';

export default async function Articles() {
  return (
    <>
      <h1>Articles</h1>
      <ArticleList articles={await articles()} />
    </>
  );
}
