/** The field type `slug`: the part of an address that names the entry. It follows the title until somebody touches it. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isSlug } from '../../../contract/src/slugs.ts';
import { TextInput } from '../ui/index.ts';
import { TextCell } from './cells.tsx';
import type { InputProps, StudioFieldType } from './field-type.ts';
import { TextOperand } from './operands.tsx';
import { CHOICES } from './operators.ts';
import { textOf } from './text-value.ts';
import { useSlugHolder } from './use-slug-holder.ts';

export const slugType: StudioFieldType = {
  name: 'slug',
  Input: SlugInput,
  Cell: TextCell,
  operators: CHOICES,
  Operand: TextOperand,
  text: textOf,
};

function SlugInput(properties: InputProps): ReactNode {
  const { id, describedBy, field, value, fallback, locale, invalid, readOnly, onChange } = properties;
  const { t } = useLingui();
  const slug = textOf(value);
  const holder = useSlugHolder(field.id, locale, slug);
  return (
    <TextInput
      id={id}
      aria-describedby={describedBy}
      spellCheck={false}
      autoCapitalize="none"
      dir="ltr"
      value={slug}
      placeholder={textOf(fallback)}
      // Once the server has said the same in its words, this says it no more.
      error={invalid || problem()}
      readOnly={readOnly}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );

  function problem(): string | null {
    if (slug !== '' && !isSlug(slug)) return t`Use only letters, digits and . _ ~ / -, at most 200 characters.`;
    return holder === null ? null : t`"${holder}" has this slug already. Choose another.`;
  }
}
