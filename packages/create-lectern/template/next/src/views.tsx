/** How content looks. */
import { image, srcset } from '@lectern/client/images';
import { toElements } from '@lectern/client/rich-text';
import { createElement } from 'react';
import {
  type Article,
  type Picture as Asset,
  type Block,
  type Body,
  type ListedArticle,
  type Page,
  pathOf,
} from './queries.ts';

type Teaser = Pick<ListedArticle, 'id' | 'slug' | 'content_type' | 'fields'>;

export function ArticleView({ article }: { article: Article }) {
  const { title, summary, cover, author, body } = article.fields;
  return (
    <article>
      <h1>{title}</h1>
      <p className="quiet">
        {author?.fields.name}
        {author?.fields.role && `, ${author.fields.role}`}
      </p>
      <Picture of={cover} />
      <p>
        <strong>{summary}</strong>
      </p>
      <Text of={body} />
    </article>
  );
}

export function ArticleList({ articles }: { articles: readonly Teaser[] }) {
  return (
    <ul className="list">
      {articles.map((article) => (
        <li key={article.id}>
          <Picture of={article.fields.cover} />
          <h2>
            <a href={pathOf(article)}>{article.fields.title}</a>
          </h2>
          <p className="quiet">{article.fields.summary}</p>
        </li>
      ))}
    </ul>
  );
}

export function PageView({ page }: { page: Page }) {
  return (
    <>
      {page.fields.blocks?.map((block) => (
        <BlockView key={block.id} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'hero':
      return (
        <section>
          <h1>{block.fields.heading}</h1>
          <p>{block.fields.lead}</p>
          <Picture of={block.fields.picture} />
        </section>
      );
    case 'prose':
      return (
        <section>
          <Text of={block.fields.body} />
        </section>
      );
    case 'quote':
      return (
        <blockquote>
          {block.fields.words}
          <footer className="quiet">{block.fields.who}</footer>
        </blockquote>
      );
    case 'teasers':
      return (
        <section>
          <h2>{block.fields.heading}</h2>
          <ArticleList articles={block.fields.articles ?? []} />
        </section>
      );
  }
}

function Text({ of: body }: { of: Body }) {
  return <>{toElements(body, createElement, { href: pathOf })}</>;
}

function Picture({ of: asset }: { of: Asset }) {
  if (!asset?.url) return null;
  const { alt, width, height } = asset;
  const sizes = { width: width ?? undefined, height: height ?? undefined };
  return (
    <img
      src={image(asset, { w: 800, fm: 'auto' }) ?? ''}
      srcSet={srcset(asset, [400, 800, 1600])}
      alt={alt ?? ''}
      {...sizes}
    />
  );
}
