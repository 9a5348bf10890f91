/** Gives the component library the look of `tokens.css`, and what WCAG 2.2 AA asks of the smallest controls. */
import {
  type ActionIconProps,
  type ButtonProps,
  type CloseButtonProps,
  type ComboboxProps,
  type CSSVariablesResolver,
  createTheme,
  isOptionsGroup,
  type MantineColorsTuple,
  type MantineTheme,
  type OptionsFilter,
  rem,
} from '@mantine/core';
import { fold } from '../../../contract/src/folded-text.ts';

/** The ten shades of a colour of `tokens.css`. */
const shades = (name: string) =>
  Array.from({ length: 10 }, (_, shade) => `var(--${name}-${shade})`) as unknown as MantineColorsTuple;
/** What WCAG 2.2 AA asks of everything that is pressed; the library's smallest controls are below it. */
const SMALLEST_TARGET = rem(24);
/**
 * Options stand in the dialog that holds their field, as VoiceOver is silent on others (mantinedev/mantine#8626), and fixed,
 * as a dialog that is smaller than its options would scroll.
 */
const OPTIONS_OF_A_FIELD: ComboboxProps = { withinPortal: false, floatingStrategy: 'fixed' };

/** The choices whose names have what is typed in them, found as search finds words: without case and accents. */
const matchingChoices: OptionsFilter = ({ options, search, limit }) => {
  const wanted = fold(search.trim());
  const isMatch = ({ label }: { readonly label: string }) => fold(label).includes(wanted);
  return options
    .map((item) => (isOptionsGroup(item) ? { ...item, items: item.items.filter(isMatch) } : item))
    .filter((item) => (isOptionsGroup(item) ? item.items.length > 0 : isMatch(item)))
    .slice(0, limit);
};

/**
 * `base.css` takes the scroll bar of the page away while a dialog is open: the library would do so with a custom property of
 * `body`, for which the browser works out the style of every element of the page anew.
 */
const LEAVES_SCROLL_BAR = { removeScrollBar: false };

/** What a dialog is about is its heading, as an `h2` of a screen; what floats is lighter than what it lies over in the dark. */
const DIALOG = {
  title: { fontSize: rem(16), fontWeight: 600 },
  content: {
    '--surface': 'var(--surface-raised)',
    '--line': 'var(--line-raised)',
    '--mantine-color-body': 'var(--surface-raised)',
    '--mantine-color-default': 'var(--pressed-raised)',
    '--mantine-color-default-border': 'var(--line-raised)',
  },
};

export const theme = createTheme({
  colors: { petrol: shades('petrol'), red: shades('brick'), gray: shades('paper'), dark: shades('night') },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  black: 'var(--paper-9)',
  fontFamily: 'var(--font-tools)',
  fontFamilyMonospace: 'var(--font-code)',
  // What is read in tools has one size, whether or not a screen says so.
  fontSizes: { md: 'var(--text-m)' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--text-xl)', lineHeight: '1.3' },
      h2: { fontSize: rem(16), lineHeight: '1.4' },
      h3: { fontSize: 'var(--text-m)', lineHeight: '1.4' },
    },
  },
  radius: { sm: 'var(--radius-s)', md: 'var(--radius-m)', lg: 'var(--radius-l)' },
  defaultRadius: 'md',
  shadows: {
    sm: 'var(--shadow-lifted)',
    md: 'var(--shadow-floating)',
    lg: 'var(--shadow-floating)',
    xl: 'var(--shadow-floating)',
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_: MantineTheme, { size }: ButtonProps) => ({
        root: size === 'compact-xs' ? { '--button-height': SMALLEST_TARGET } : {},
      }),
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' },
      // One that cannot be pressed now is fainter: the library gives it a ground, which those beside it do not have.
      vars: (_: MantineTheme, { size }: ActionIconProps) => ({
        root: { '--mantine-color-disabled': 'transparent', ...(size === 'sm' ? { '--ai-size': SMALLEST_TARGET } : {}) },
      }),
    },
    // A mark is read after what it marks: plain, in words as they are written.
    Badge: { defaultProps: { variant: 'default', tt: 'none', fw: 500, lts: 0 } },
    // The edge of what is written in is told from its ground by everybody; hairlines elsewhere may be fainter.
    Input: { vars: () => ({ wrapper: { '--input-bd': 'var(--line-strong)' } }) },
    Kbd: { styles: { root: { borderBottomWidth: 1, color: 'var(--ink-quiet)', fontWeight: 500 } } },
    Pill: { vars: () => ({ root: { '--pill-height-sm': SMALLEST_TARGET } }) },
    // Among them the button that clears a field with a choice.
    CloseButton: {
      vars: (_: MantineTheme, { size }: CloseButtonProps) => ({
        root: size === 'xs' || size === 'sm' ? { '--cb-size': SMALLEST_TARGET } : {},
      }),
    },
    // Tooltips and menus stand in the landmark of what opens them, and menus have no empty element as a child of no role.
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, withinPortal: false } },
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // Enter takes the first of the choices that are left by what is typed.
    Select: {
      defaultProps: { comboboxProps: OPTIONS_OF_A_FIELD, filter: matchingChoices, selectFirstOptionOnChange: true },
    },
    Autocomplete: { defaultProps: { comboboxProps: OPTIONS_OF_A_FIELD } },
    MultiSelect: { defaultProps: { comboboxProps: OPTIONS_OF_A_FIELD, filter: matchingChoices } },
    // Not one that moves: what is fixed in an element with a `transform` is cut off where the element ends.
    Modal: {
      styles: DIALOG,
      defaultProps: { transitionProps: { transition: 'fade' }, removeScrollProps: LEAVES_SCROLL_BAR },
    },
    Drawer: { styles: DIALOG, defaultProps: { removeScrollProps: LEAVES_SCROLL_BAR } },
  },
});

/** The library's names for what `tokens.css` names by purpose. Its own reds and words on light grounds are below a contrast of 4.5. */
const NAMED_BY_PURPOSE = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-dimmed': 'var(--ink-quiet)',
  '--mantine-color-placeholder': 'var(--ink-quiet)',
  '--mantine-color-error': 'var(--failed)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default-hover': 'var(--hovered)',
  // What cannot be pressed now is fainter than what can, not heavier.
  '--mantine-color-disabled': 'var(--hovered)',
  '--mantine-color-disabled-border': 'transparent',
  '--mantine-color-petrol-light': 'var(--marked)',
  '--mantine-color-petrol-light-color': 'var(--accent)',
  '--mantine-color-petrol-light-hover': 'var(--marked-hovered)',
  '--mantine-color-red-light': 'var(--failed-ground)',
  '--mantine-color-red-light-color': 'var(--failed)',
  '--mantine-color-orange-light': 'var(--changed-ground)',
  '--mantine-color-orange-light-color': 'var(--changed)',
  '--mantine-color-yellow-light': 'var(--changed-ground)',
  '--mantine-color-yellow-light-color': 'var(--changed)',
  '--mantine-color-green-light': 'var(--published-ground)',
  '--mantine-color-green-light-color': 'var(--published)',
  '--mantine-color-gray-light': 'var(--draft-ground)',
  '--mantine-color-gray-light-color': 'var(--draft)',
};

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: NAMED_BY_PURPOSE,
  dark: NAMED_BY_PURPOSE,
});
