/** The content model. `lectern types` writes this file: run it again instead of changing it. */
import type {
  Json,
  Location,
  OfBlocks,
  OfComponent,
  ToAsset,
  ToAssets,
  ToEntries,
  ToEntry,
  WithLinks,
} from '../../src/index.ts';

/** Article */
export interface ArticleFields {
  /**
   * What stands above it.
   * Short, please: *\/ is fine.
   */
  title: string;
  slug?: string;
  rating?: number;
  weight?: number;
  stage?: number; // 1 published entry has a value that is not listed
  tags?: string[];
  moods?: ('calm' | 'rough')[];
  teaser?: string;
  done?: boolean;
  at?: string;
  place?: Location;
  data?: Json;
}
export interface ArticleLinks {
  body?: WithLinks<'person'>;
  author: ToEntry<'person'>;
  related?: ToEntries<'article' | 'person'>;
  anything?: ToEntry<AnyType>;
  photo?: ToAsset;
  gallery?: ToAssets;
  seo?: OfComponent<'seo'>;
  sections?: OfBlocks<'hero' | 'quote'>;
  pages?: OfBlocks<'quote'>;
}

/** Hero */
export interface HeroFields {
  heading: string;
}
export interface HeroLinks {
  more?: ToEntry<'article'>;
  picture?: ToAsset;
}

/**
 * Person
 * Who writes, or is written about.
 */
export interface PersonFields {
  name: string;
  role?: 'writer' | 'editor';
  born?: string;
  in?: string;
}
export interface PersonLinks {
  photo?: ToAsset;
  mentor?: ToEntry<'person'>;
}

/** Quote */
export interface QuoteFields {
  text?: string;
  who?: string;
}
export type QuoteLinks = Record<never, never>;

/** SEO */
export interface SeoFields {
  title?: string;
  noindex?: boolean;
}
export type SeoLinks = Record<never, never>;

/** The content types. */
export type AnyType = 'article' | 'person';

/** For `createClient<Model>`. */
export interface Model {
  locale: 'de' | 'en' | 'fr';
  /** Locales in which required values may be missing. */
  sparse: 'fr';
  types: {
    article: {
      fields: ArticleFields;
      links: ArticleLinks;
      localized: 'title' | 'teaser' | 'pages';
      order: 'title' | 'slug' | 'rating' | 'weight' | 'stage' | 'done' | 'at' | 'author' | 'anything' | 'photo';
    };
    person: {
      fields: PersonFields;
      links: PersonLinks;
      localized: never;
      order: 'name' | 'role' | 'born' | 'in' | 'photo' | 'mentor';
    };
  };
  components: {
    hero: { fields: HeroFields; links: HeroLinks; localized: 'heading' };
    quote: { fields: QuoteFields; links: QuoteLinks; localized: never };
    seo: { fields: SeoFields; links: SeoLinks; localized: 'title' };
  };
}
