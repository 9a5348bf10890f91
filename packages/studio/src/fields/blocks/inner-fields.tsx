/** The fields of one component, each with the usual input, in the locales that the form shows. */
import { type ReactNode, use, useMemo } from 'react';
import type { ContentType, Field } from '../../api/types.ts';
import { formLayout } from '../form-layout.ts';
import { LevelProvider, useLevel, useOpenEntry } from '../open-entry.tsx';
import { localesOf } from '../place-of-value.ts';
import { ShownLocales } from '../shown-locales.ts';
import { useSurroundings } from '../surroundings.tsx';
import styles from './blocks.module.css';
import { InnerEditor } from './inner-editor.ts';
import { innerLevel } from './inner-level.ts';
import type { Level, Place } from './level.ts';

/** Where the fields of a component stand; the same one as long as they do. @param type the component */
export function useInnerLevel({ field: { id, localized }, locale, block }: Place, type: ContentType): Level {
  const { draft } = useOpenEntry();
  const around = useLevel();
  return useMemo(
    () => innerLevel(draft, around, { field: { id, localized }, locale, block }, type),
    [draft, around, id, localized, locale, block, type],
  );
}

interface InnerFieldsProperties {
  readonly level: Level;
  readonly readOnly: boolean;
}

export function InnerFields({ level, readOnly }: InnerFieldsProperties): ReactNode {
  const fields = useMemo(() => {
    const { above, tabs, side } = formLayout(level.type);
    const sections = [...above, ...tabs.flatMap((tab) => tab.sections)];
    return [...sections.flatMap((section) => section.fields), ...side];
  }, [level.type]);
  return (
    <LevelProvider value={level}>
      <div className={styles.fields}>
        {fields.map(({ field, isHalf }) => (
          <InnerRow key={field.id} field={field} isHalf={isHalf} within={level.within} readOnly={readOnly} />
        ))}
      </div>
    </LevelProvider>
  );
}

interface InnerRowProperties {
  readonly field: Field;
  readonly isHalf: boolean;
  readonly within: string | null;
  readonly readOnly: boolean;
}

function InnerRow({ field, isHalf, within, readOnly }: InnerRowProperties): ReactNode {
  const { locales } = useSurroundings();
  const Editor = use(InnerEditor);
  const chosen = use(ShownLocales);
  if (Editor === null) throw new Error('Components are edited inside of a <ValueEditor>.');
  const visible = chosen.length === 0 ? locales.slice(0, 1) : chosen;
  // In a value of one locale nothing is localized once more.
  const shown = within === null ? localesOf(field, visible, locales) : locales.filter(({ code }) => code === within);
  return (
    <div className={styles.row} data-half={isHalf || undefined}>
      {shown.map((locale) => (
        <Editor
          key={locale.code}
          field={field}
          locale={locale}
          namesLocale={field.localized && locales.length > 1}
          readOnly={readOnly}
        />
      ))}
    </div>
  );
}
