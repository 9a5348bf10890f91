/** How content looks. Everything goes through `safe`, `image` or `toHtml`. */
import { image, srcset } from '@lectern/client/images';
import { toHtml } from '@lectern/client/rich-text';
import {
  type Article,
  type Block,
  type Body,
  type ListedArticle,
  type Page,
  type Picture,
  type Place,
  pathOf,
  placeOf,
} from './queries.ts';

type Nothing = null | undefined;
type Teaser = Pick<ListedArticle, 'id' | 'slug' | 'content_type' | 'fields'>;

export function articleHtml(article: Article | Nothing): string | null {
  if (!article) return null;
  const { title, summary, cover, author, body } = article.fields;
  return `<article>
<h1${at(placeOf(article, 'title'))}>${safe(title)}</h1>
<p class="quiet"><span${at(placeOf(author, 'name'))}>${safe(author?.fields.name)}</span>${author?.fields.role ? ', ' : ''}
<span${at(placeOf(author, 'role'))}>${safe(author?.fields.role)}</span></p>
${picture(cover, at(placeOf(article, 'cover')))}
<p><strong${at(placeOf(article, 'summary'))}>${safe(summary)}</strong></p>
<div${at(placeOf(article, 'body'))}>${prose(body)}</div>
</article>`;
}

export function listHtml(articles: readonly ListedArticle[]): string {
  return `<h1>Articles</h1>${teasers(articles)}`;
}

export function pageHtml(page: Page | Nothing): string | null {
  if (!page) return null;
  const blocks = page.fields.blocks ?? [];
  return blocks.map((block) => blockHtml(block, (field) => at(placeOf(page, 'blocks', block.id, field)))).join('\n');
}

export function documentOf(content: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A site with content from Lectern</title>
<link rel="stylesheet" href="/style.css">
${script}
</head>
<body>
<header><a href="/">Home</a> <a href="/articles">Articles</a> <a href="/about">About</a></header>
<main>
${content}
</main>
</body>
</html>`;
}

function blockHtml({ type, fields }: Block, place: (field: string) => string): string {
  switch (type) {
    case 'hero':
      return `<section><h1${place('heading')}>${safe(fields.heading)}</h1><p${place('lead')}>${safe(fields.lead)}</p>${picture(fields.picture, place('picture'))}</section>`;
    case 'prose':
      return `<section${place('body')}>${prose(fields.body)}</section>`;
    case 'quote':
      return `<blockquote><p${place('words')}>${safe(fields.words)}</p><footer class="quiet"${place('who')}>${safe(fields.who)}</footer></blockquote>`;
    case 'teasers':
      return `<section><h2${place('heading')}>${safe(fields.heading)}</h2>${teasers(fields.articles ?? [])}</section>`;
  }
}

function teasers(articles: readonly Teaser[]): string {
  const items = articles.map(
    (article) =>
      `<li>${picture(article.fields.cover, at(placeOf(article, 'cover')))}
<h2><a href="${safe(pathOf(article))}"${at(placeOf(article, 'title'))}>${safe(article.fields.title)}</a></h2>
<p class="quiet"${at(placeOf(article, 'summary'))}>${safe(article.fields.summary)}</p></li>`,
  );
  return `<ul class="list">${items.join('\n')}</ul>`;
}

function prose(body: Body): string {
  return toHtml(body, { href: pathOf });
}

/** The attribute that says which value an element shows. */
function at({ 'data-lectern': place }: Place): string {
  return place ? ` data-lectern="${safe(place)}"` : '';
}

function picture(asset: Picture, place: string): string {
  if (!asset?.url) return '';
  const src = safe(image(asset, { w: 800, fm: 'auto' }));
  const size = asset.width && asset.height ? ` width="${asset.width}" height="${asset.height}"` : '';
  return `<img src="${src}" srcset="${safe(srcset(asset, [400, 800, 1600]))}" alt="${safe(asset.alt)}"${size}${place}>`;
}

function safe(text: string | Nothing): string {
  return (text ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
