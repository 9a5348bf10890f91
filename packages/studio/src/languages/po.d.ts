/** Catalogs as the build compiles them from their .po files. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
