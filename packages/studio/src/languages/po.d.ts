/** Catalogs as the build compiles them from their .po files: the words of some screens, or those of all others. */
declare module '*.po?part=first' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=settings' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=model' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=assist' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=blocks' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=preview' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=sharing' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=media' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=releases' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?part=beginning' {
  export const messages: import('@lingui/core').Messages;
}
