/** How content looks. Everything goes through `safe`, `image` or `toHtml`. */
import { image, srcset } from '@lectern/client/images';
import { toHtml } from '@lectern/client/rich-text';
import { type Article, type Block, type Body, type ListedArticle, type Page, type Picture, pathOf } from './queries.ts';

type Nothing = null | undefined;
type Teaser = Pick<ListedArticle, 'slug' | 'content_type' | 'fields'>;

export function articleHtml(article: Article | Nothing): string | null {
  if (!article) return null;
  const { title, summary, cover, author, body } = article.fields;
  return `<article>
<h1>${safe(title)}</h1>
<p class="quiet">${safe([author?.fields.name, author?.fields.role].filter(Boolean).join(', '))}</p>
${picture(cover)}
<p><strong>${safe(summary)}</strong></p>
${prose(body)}
</article>`;
}

export function listHtml(articles: readonly ListedArticle[]): string {
  return `<h1>Articles</h1>${teasers(articles)}`;
}

export function pageHtml(page: Page | Nothing): string | null {
  return page ? (page.fields.blocks ?? []).map(blockHtml).join('\n') : null;
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

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'hero':
      return `<section><h1>${safe(block.fields.heading)}</h1><p>${safe(block.fields.lead)}</p>${picture(block.fields.picture)}</section>`;
    case 'prose':
      return `<section>${prose(block.fields.body)}</section>`;
    case 'quote':
      return `<blockquote>${safe(block.fields.words)}<footer class="quiet">${safe(block.fields.who)}</footer></blockquote>`;
    case 'teasers':
      return `<section><h2>${safe(block.fields.heading)}</h2>${teasers(block.fields.articles ?? [])}</section>`;
  }
}

function teasers(articles: readonly Teaser[]): string {
  const items = articles.map(
    (article) =>
      `<li>${picture(article.fields.cover)}<h2><a href="${safe(pathOf(article))}">${safe(article.fields.title)}</a></h2><p class="quiet">${safe(article.fields.summary)}</p></li>`,
  );
  return `<ul class="list">${items.join('\n')}</ul>`;
}

function prose(body: Body): string {
  return toHtml(body, { href: pathOf });
}

function picture(asset: Picture): string {
  if (!asset?.url) return '';
  const src = safe(image(asset, { w: 800, fm: 'auto' }));
  return `<img src="${src}" srcset="${safe(srcset(asset, [400, 800, 1600]))}" alt="${safe(asset.alt)}" width="${asset.width}" height="${asset.height}">`;
}

function safe(text: string | Nothing): string {
  return (text ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
