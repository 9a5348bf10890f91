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
  type Place,
  pathOf,
  placeOf,
} from './queries.ts';

type Teaser = Pick<ListedArticle, 'id' | 'slug' | 'content_type' | 'fields'>;

export function ArticleView({ article }: { article: Article }) {
  const { title, summary, cover, author, body } = article.fields;
  return (
    <article>
      <h1 {...placeOf(article, 'title')}>{title}</h1>
      <p className="quiet">
        <span {...placeOf(author, 'name')}>{author?.fields.name}</span>
        {author?.fields.role && ', '}
        <span {...placeOf(author, 'role')}>{author?.fields.role}</span>
      </p>
      <Picture of={cover} place={placeOf(article, 'cover')} />
      <p>
        <strong {...placeOf(article, 'summary')}>{summary}</strong>
      </p>
      <div {...placeOf(article, 'body')}>
        <Text of={body} />
      </div>
    </article>
  );
}

export function ArticleList({ articles }: { articles: readonly Teaser[] }) {
  return (
    <ul className="list">
      {articles.map((article) => (
        <li key={article.id}>
          <Picture of={article.fields.cover} place={placeOf(article, 'cover')} />
          <h2>
            <a href={pathOf(article)} {...placeOf(article, 'title')}>
              {article.fields.title}
            </a>
          </h2>
          <p className="quiet" {...placeOf(article, 'summary')}>
            {article.fields.summary}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function PageView({ page }: { page: Page }) {
  return (
    <>
      {page.fields.blocks?.map((block) => (
        <BlockView key={block.id} block={block} place={(field) => placeOf(page, 'blocks', block.id, field)} />
      ))}
    </>
  );
}

function BlockView({ block, place }: { block: Block; place: (field: string) => Place }) {
  switch (block.type) {
    case 'hero':
      return (
        <section>
          <h1 {...place('heading')}>{block.fields.heading}</h1>
          <p {...place('lead')}>{block.fields.lead}</p>
          <Picture of={block.fields.picture} place={place('picture')} />
        </section>
      );
    case 'prose':
      return (
        <section {...place('body')}>
          <Text of={block.fields.body} />
        </section>
      );
    case 'quote':
      return (
        <blockquote>
          <p {...place('words')}>{block.fields.words}</p>
          <footer className="quiet" {...place('who')}>
            {block.fields.who}
          </footer>
        </blockquote>
      );
    case 'teasers':
      return (
        <section>
          <h2 {...place('heading')}>{block.fields.heading}</h2>
          <ArticleList articles={block.fields.articles ?? []} />
        </section>
      );
  }
}

function Text({ of: body }: { of: Body }) {
  return <>{toElements(body, createElement, { href: pathOf })}</>;
}

function Picture({ of: asset, place }: { of: Asset; place: Place }) {
  if (!asset?.url) return null;
  const { alt, width, height } = asset;
  const sizes = { width: width ?? undefined, height: height ?? undefined };
  return (
    <img
      src={image(asset, { w: 800, fm: 'auto' }) ?? ''}
      srcSet={srcset(asset, [400, 800, 1600])}
      alt={alt ?? ''}
      {...place}
      {...sizes}
    />
  );
}
