/** The words for what differs, and for the settings that do. */
import { useLingui } from '@lingui/react/macro';
import type { ResourceStatus } from './resource-status.ts';

export function useResourceStatusWords(to: string): Readonly<Record<ResourceStatus, string>> {
  const { t } = useLingui();
  return {
    both: t`Changed in both`,
    added: t({ message: 'Added', comment: 'Of an entry or type that one of two environments has' }),
    changed: t`Changed`,
    removed: t({ message: 'Removed', comment: 'Of an entry or type that one of two environments no longer has' }),
    there: t`Changed in ${to} only`,
  };
}

/** Gives the words for a setting of a content type, a field or a file; its own name where there are none. */
export function useSettingWords(): (setting: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    name: t`Name`,
    description: t`Description`,
    display_field: t`Field with the title`,
    slug_field: t`Field with the slug`,
    preview_url: t`Preview address`,
    preview_picture: t`Preview picture`,
    layout: t`Arrangement of the form`,
    field: t`Field`,
    fields: t`Fields`,
    id: t`Id`,
    type: t`Type`,
    required: t`Required`,
    localized: t`Each language has its own value`,
    help: t`Help`,
    validations: t`Limits`,
    items: t`Items`,
    default: t`Default`,
    archived: t`Archived`,
    title: t`Title`,
    alt: t`Alternative text`,
    file: t`File`,
    file_name: t`File name`,
    focal_point: t`Focal point`,
    status: t`Status`,
    position: t({ message: 'Position', comment: 'Of a block in its list, as a number' }),
  };
  return (setting) => words[setting] ?? setting;
}
