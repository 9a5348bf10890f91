/** What each field type is for, in a sentence, with its icon and the group in which the form of a field offers it. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import {
  BlocksIcon,
  CalendarIcon,
  ClockIcon,
  ComponentIcon,
  EntryIcon,
  ImageIcon,
  JsonIcon,
  LinkIcon,
  ListIcon,
  NumberIcon,
  ParagraphIcon,
  PlaceIcon,
  RichTextIcon,
  ShortTextIcon,
  SwitchIcon,
  WholeNumberIcon,
} from '../../ui/icons.ts';

interface FieldKind {
  readonly group: keyof typeof groupNames;
  readonly about: MessageDescriptor;
  readonly icon: typeof LinkIcon;
}

/** In the order in which they are offered. */
export const groupNames = {
  text: msg`Text`,
  numbers: msg`Numbers and choices`,
  dates: msg`Dates and places`,
  links: msg`Links`,
  more: msg`Lists and data`,
} as const;

/** Of every type, in its order within its group. */
export const fieldKinds: Readonly<Record<FieldTypeName, FieldKind>> = {
  string: { group: 'text', icon: ShortTextIcon, about: msg`One line, such as a title or a name` },
  text: { group: 'text', icon: ParagraphIcon, about: msg`Several lines without formatting, such as a summary` },
  rich_text: { group: 'text', icon: RichTextIcon, about: msg`An article with headings, lists, pictures and links` },
  slug: { group: 'text', icon: LinkIcon, about: msg`The end of a page’s address, made from the title` },
  integer: { group: 'numbers', icon: WholeNumberIcon, about: msg`A number without decimals, such as a quantity` },
  number: { group: 'numbers', icon: NumberIcon, about: msg`A number that may have decimals, such as a price` },
  boolean: { group: 'numbers', icon: SwitchIcon, about: msg`A switch, such as “Show on the home page”` },
  date: { group: 'dates', icon: CalendarIcon, about: msg`A day, such as a birthday` },
  datetime: { group: 'dates', icon: ClockIcon, about: msg`A day and a time, such as the start of an event` },
  location: { group: 'dates', icon: PlaceIcon, about: msg`A place on the map, as latitude and longitude` },
  asset: { group: 'links', icon: ImageIcon, about: msg`A picture, video or document from the media library` },
  entry: { group: 'links', icon: EntryIcon, about: msg`A link to another entry, such as an article’s author` },
  array: {
    group: 'more',
    icon: ListIcon,
    about: msg`Several values in order, such as tags, pictures or related entries`,
  },
  component: {
    group: 'more',
    icon: ComponentIcon,
    about: msg`The fields of one component, such as the texts for search engines`,
  },
  blocks: {
    group: 'more',
    icon: BlocksIcon,
    about: msg`A page built from blocks in any order, such as a hero, a gallery and a quote`,
  },
  json: { group: 'more', icon: JsonIcon, about: msg`Structured data that developers define` },
};
