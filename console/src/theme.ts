import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Blue of the console. White text on shade 7 has a contrast of 7:1; shade 3 is legible on the dark background. */
const ink: MantineColorsTuple = [
  '#eef3fb',
  '#e1eaf7',
  '#c6d6ef',
  '#8fafe0',
  '#6b93d3',
  '#4a78c2',
  '#3763ad',
  '#2b5190',
  '#1f3f75',
  '#152c54',
]

/** Neutral shades of the dark theme, with a little blue. */
const dark: MantineColorsTuple = [
  '#e6e9ee',
  '#c3c9d2',
  '#9aa3b0',
  '#6d7684',
  '#3a414c',
  '#2c323b',
  '#23282f',
  '#1b1f25',
  '#15181d',
  '#101317',
]

/**
 * The list of options scrolls by itself (see `ui/base.css`). Mantine would put the list into a scrolled area that the
 * keyboard cannot focus, which accessibility checkers refuse.
 */
const scrolledOptions = { defaultProps: { withScrollArea: false } } as const

/**
 * The list does not open with the focus, because it would cover what is below its box, such as the button of a
 * refused form. Enter chooses the first option that matches the typed text, instead of sending the form without it.
 */
const chosenByTyping = {
  defaultProps: { ...scrolledOptions.defaultProps, openOnFocus: false, selectFirstOptionOnChange: true },
} as const
const openedByTyping = { defaultProps: { ...scrolledOptions.defaultProps, openOnFocus: false } } as const

/** Theme of the Mantine components. The look of our own components is in `ui/base.css`. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, dark },
  fontFamily: "'Golos Text Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  defaultRadius: 4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { lockScroll: false, transitionProps: { duration: 100 } } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    // Locking the scroll bars inserts a style sheet, which the content security policy refuses.
    ModalRoot: { defaultProps: { lockScroll: false } },
    DrawerRoot: { defaultProps: { lockScroll: false } },
    // The placeholder for the first focus is left out, because screen readers expect every child of a menu to be a
    // menu item.
    Menu: { defaultProps: { transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
    Select: chosenByTyping,
    MultiSelect: openedByTyping,
    Autocomplete: scrolledOptions,
    TagsInput: scrolledOptions,
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
  },
})
