/**
 * The fields of an entry as its content type lays them out, each in one to three locales side by side. A field is in the page
 * once it is near what is on the screen, so that an entry of any size opens as fast as a small one. The fields of a tab stay in
 * the page while another one is shown, with all that their editors know.
 */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Locale } from '../../api/types.ts';
import { isStructured } from '../../fields/blocks/blocks-in.ts';
import { type FormField, type FormSection, type FormTab, fieldsIn, formLayout } from '../../fields/form-layout.ts';
import { useNear } from '../../fields/near.ts';
import { useOpenEntry } from '../../fields/open-entry.tsx';
import { localesOf } from '../../fields/place-of-value.ts';
import { ShownLocales } from '../../fields/shown-locales.ts';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { ValueEditor } from '../../fields/value-editor.tsx';
import { Tabs, Title } from '../../ui/index.ts';
import styles from './entry.module.css';
import formStyles from './form/form.module.css';
import { FieldMarks } from './form/marks.tsx';
import { Outline } from './form/outline.tsx';

/** Fields that are in the page from the beginning. */
const FIRST_FIELDS = 3;
/** A form of fewer fields is looked over without a list of them, unless it has blocks. */
const FIELDS_WITH_OUTLINE_MIN = 9;

interface RowsProperties {
  readonly shownLocales: readonly Locale[];
  readonly readOnly: boolean;
}

interface EntryFormProperties extends RowsProperties {
  /** Id of the tab that is shown; the first one if there is none of that id. */
  readonly tab: string | undefined;
  onTab(tab: string): void;
  jump(field: string, locale: string, path?: string): void;
}

export function EntryForm({ shownLocales, readOnly, tab, onTab, jump }: EntryFormProperties): ReactNode {
  const { t } = useLingui();
  const { type, draft } = useOpenEntry();
  const form = useMemo(() => formLayout(type), [type]);
  const rows = { shownLocales, readOnly };
  const [locale] = shownLocales;
  const isLong = type.fields.length >= FIELDS_WITH_OUTLINE_MIN || type.fields.some((field) => field.type === 'blocks');
  return (
    <ShownLocales value={shownLocales}>
      <div className={formStyles.form} data-locales={shownLocales.length} key={draft.address.key}>
        {isLong && locale !== undefined && (
          <Outline form={form} locale={locale.code} onChoose={(field, path) => jump(field, locale.code, path)} />
        )}
        <div
          className={formStyles.columns}
          data-side={(form.side.length > 0 && shownLocales.length === 1) || undefined}
        >
          <div className={formStyles.main}>
            {form.above.map((section, index) => (
              <Section key={section.id} section={section} {...rows} atOnce={index === 0} />
            ))}
            {form.tabs.length > 0 && <TabbedFields tabs={form.tabs} tab={tab} onTab={onTab} {...rows} />}
          </div>
          {form.side.length > 0 && (
            <section
              className={formStyles.side}
              aria-label={t({
                message: 'In the side column',
                comment: 'Heading over the fields in the side column of a form',
              })}
            >
              <Rows fields={form.side} {...rows} atOnce={form.above.length + form.tabs.length === 0} />
            </section>
          )}
        </div>
      </div>
    </ShownLocales>
  );
}

interface TabbedFieldsProperties extends RowsProperties, Pick<EntryFormProperties, 'tab' | 'onTab'> {
  readonly tabs: readonly FormTab[];
}

function TabbedFields({ tabs, tab, onTab, ...rows }: TabbedFieldsProperties): ReactNode {
  const { t } = useLingui();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  if (shown === undefined) return null;
  return (
    <Tabs value={shown.id} onChange={(id) => id !== null && onTab(id)}>
      <Tabs.List aria-label={t({ message: 'Form sections', comment: 'Names the row of tabs over the fields' })}>
        {tabs.map(({ id, name, sections }) => (
          <Tabs.Tab key={id} value={id} rightSection={<FieldMarks fields={fieldsIn(sections)} />}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, sections }) => (
        <Tabs.Panel key={id} value={id}>
          <div className={formStyles.tabFields}>
            {sections.map((section, index) => (
              <Section key={section.id} section={section} {...rows} atOnce={id === shown.id && index === 0} />
            ))}
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface SectionProperties extends RowsProperties {
  readonly section: FormSection;
  readonly atOnce: boolean;
}

/** Fields below a heading that folds them, or without one. */
function Section({ section: { name, fields }, ...rows }: SectionProperties): ReactNode {
  if (name === null) return fields.length > 0 && <Rows fields={fields} {...rows} />;
  return (
    <details open className={formStyles.section}>
      <summary>
        <Title order={2} size="h4">
          {name}
        </Title>
        <FieldMarks fields={fields.map(({ field }) => field.id)} />
      </summary>
      <Rows fields={fields} {...rows} />
    </details>
  );
}

interface FieldsProperties extends RowsProperties {
  readonly fields: readonly FormField[];
  /** Whether the first fields are in the page from the beginning. */
  readonly atOnce: boolean;
}

function Rows({ fields, atOnce, ...rows }: FieldsProperties): ReactNode {
  return (
    <div className={formStyles.fields}>
      {fields.map(({ field, isHalf }, index) => (
        <FieldRow key={field.id} field={field} isHalf={isHalf} {...rows} atOnce={atOnce && index < FIRST_FIELDS} />
      ))}
    </div>
  );
}

interface FieldRowProperties extends RowsProperties, Pick<FormField, 'field' | 'isHalf'> {
  readonly atOnce: boolean;
}

function FieldRow({ field, isHalf, shownLocales, readOnly, atOnce }: FieldRowProperties): ReactNode {
  const { locales } = useSurroundings();
  const { draft } = useOpenEntry();
  const row = useRef<HTMLDivElement>(null);
  const made = useNear(row, atOnce);
  const shown = localesOf(field, shownLocales, locales);
  const sideBySide = shown.length > 1;
  return (
    <div
      className={styles.field}
      ref={row}
      id={rowId(draft.address.key, field.id)}
      data-columns={isStructured(field) ? shownLocales.length : shown.length}
      data-half={isHalf || undefined}
      data-waiting={!made || undefined}
    >
      {made
        ? shown.map((locale) => (
            <ValueEditor
              key={locale.code}
              field={field}
              locale={locale}
              namesLocale={field.localized && (sideBySide || locales.length > 1)}
              readOnly={readOnly}
            />
          ))
        : field.name}
    </div>
  );
}

/** Id of the element that holds the values of a field. */
export function rowId(entryKey: string, field: string): string {
  return `field-${entryKey}-${field}`;
}
