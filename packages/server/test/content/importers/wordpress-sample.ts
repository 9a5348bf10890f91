/**
 * A small WordPress export with what the real ones lack: every status, a custom type and taxonomy, a reusable block, slugs that
 * clash, a menu, comments, custom fields, hostile HTML.
 */

/** One item of a sample; what is not given is as in a published post. */
export interface SampleItem {
  readonly id: number;
  readonly type?: string;
  readonly title?: string;
  readonly content?: string;
  readonly status?: string;
  readonly slug?: string;
  readonly parent?: number;
  readonly password?: string;
  /** XML that goes in as it is: terms, custom fields, comments. */
  readonly more?: string;
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** An item as XML. */
export function sampleItem({
  id,
  type = 'post',
  title = `Post ${id}`,
  content = '',
  status = 'publish',
  slug = `post-${id}`,
  parent = 0,
  password = '',
  more = '',
}: SampleItem): string {
  return `<item>
<title>${cdata(title)}</title>
<link>https://site.example/${slug}/</link>
<dc:creator>${cdata('ada')}</dc:creator>
<content:encoded>${cdata(content)}</content:encoded>
<excerpt:encoded>${cdata('')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${cdata('2021-03-04 06:06:07')}</wp:post_date>
<wp:post_date_gmt>${cdata('2021-03-04 05:06:07')}</wp:post_date_gmt>
<wp:post_modified_gmt>${cdata('2021-04-04 05:06:07')}</wp:post_modified_gmt>
<wp:post_name>${cdata(slug)}</wp:post_name>
<wp:status>${cdata(status)}</wp:status>
<wp:post_parent>${parent}</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type>${cdata(type)}</wp:post_type>
<wp:post_password>${cdata(password)}</wp:post_password>
<wp:is_sticky>0</wp:is_sticky>
${more}
</item>`;
}

/** A custom field as XML. */
export function sampleMeta(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;
}

/** A whole file around items. */
export function sampleWxr(
  items: string,
  { head = '<?xml version="1.0" encoding="UTF-8"?>', version = '1.2' } = {},
): string {
  return `${head}
<rss version="2.0" xmlns:excerpt="https://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="https://wordpress.org/export/1.2/">
<channel>
<title>The harbour</title>
<link>https://site.example</link>
<language>en-US</language>
<wp:wxr_version>${version}</wp:wxr_version>
<wp:base_blog_url>https://site.example</wp:base_blog_url>
<wp:author><wp:author_login>${cdata('ada')}</wp:author_login><wp:author_email>${cdata('ada@site.example')}</wp:author_email><wp:author_display_name>${cdata('Ada')}</wp:author_display_name></wp:author>
<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>${cdata('sea')}</wp:category_nicename><wp:category_parent/><wp:cat_name>${cdata('The sea')}</wp:cat_name></wp:category>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>${cdata('tides')}</wp:category_nicename><wp:category_parent>${cdata('sea')}</wp:category_parent><wp:cat_name>${cdata('Tides')}</wp:cat_name></wp:category>
<wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy>${cdata('nav_menu')}</wp:term_taxonomy><wp:term_slug>${cdata('main')}</wp:term_slug><wp:term_name>${cdata('Main')}</wp:term_name></wp:term>
${items}
</channel>
</rss>
`;
}

const comment = `<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>${cdata('First!')}</wp:comment_content></wp:comment>`;

/** The sample. */
export const sampleSite = sampleWxr(
  [
    sampleItem({
      id: 10,
      type: 'attachment',
      title: 'Pier',
      status: 'inherit',
      slug: 'pier',
      more: `<wp:attachment_url>https://site.example/wp-content/uploads/2021/03/pier.png</wp:attachment_url>
${sampleMeta('_wp_attached_file', '2021/03/pier.png')}${sampleMeta('_wp_attachment_image_alt', 'A pier at low tide')}`,
    }),
    sampleItem({
      id: 11,
      title: 'Reading <em>the</em> tide',
      content:
        'First line\nsecond line\n\nSee <a href="https://site.example/about/">us</a> [contact-form id="3"].\n<img class="wp-image-10" src="https://site.example/wp-content/uploads/2021/03/pier-300x200.png">',
      slug: 'reading-the-tide',
      more: `<category domain="category" nicename="tides">${cdata('Tides')}</category><category domain="post_tag" nicename="slow">${cdata('Slow')}</category><category domain="mood" nicename="calm">${cdata('Calm')}</category>
${sampleMeta('_thumbnail_id', '10')}${sampleMeta('source', 'The log')}${sampleMeta('source', 'The map')}${sampleMeta('_plugin', 'x')}${comment}${comment}`,
    }),
    sampleItem({
      id: 12,
      type: 'page',
      title: 'About',
      slug: 'about',
      content: '<!-- wp:paragraph --><p>We\nwatch.</p><!-- /wp:paragraph --><!-- wp:block {"ref":30} /-->',
      more: sampleMeta('_thumbnail_id', '99'),
    }),
    sampleItem({ id: 13, type: 'page', title: 'Crew', slug: 'crew', parent: 12 }),
    sampleItem({ id: 14, type: 'page', title: 'Other crew', slug: 'crew', parent: 13 }),
    sampleItem({ id: 15, status: 'draft', slug: '', title: 'Not yet' }),
    sampleItem({ id: 16, status: 'private', title: 'For us' }),
    sampleItem({ id: 17, status: 'pending', title: 'Waiting' }),
    sampleItem({ id: 18, status: 'future', title: 'Tomorrow' }),
    sampleItem({ id: 19, status: 'trash', title: 'Gone' }),
    sampleItem({ id: 20, password: 'enter', title: 'Secret' }),
    sampleItem({ id: 21, type: 'boat', title: 'Gull', slug: '%e6%b8%af' }),
    sampleItem({ id: 22, type: 'revision', status: 'inherit', title: 'Older' }),
    sampleItem({
      id: 30,
      type: 'wp_block',
      title: 'Call',
      content: '<!-- wp:paragraph --><p>Call us.</p><!-- /wp:paragraph -->',
    }),
    ...[40, 41].map((id) =>
      sampleItem({
        id,
        type: 'nav_menu_item',
        title: id === 40 ? '' : 'Elsewhere',
        slug: `${id}`,
        more: `<category domain="nav_menu" nicename="main">${cdata('Main')}</category>${
          id === 40
            ? `${sampleMeta('_menu_item_type', 'post_type')}${sampleMeta('_menu_item_object_id', '12')}`
            : `${sampleMeta('_menu_item_type', 'custom')}${sampleMeta('_menu_item_url', 'https://other.example/')}${sampleMeta('_menu_item_menu_item_parent', '40')}`
        }`,
      }),
    ),
  ].join('\n'),
);
