/**
 * What an SVG may contain. Invariant: a name that is not listed here is removed, so that future browser features are
 * not let through. Nothing listed runs code, contains HTML or refers elsewhere by itself.
 */

/** Allowed elements. */
export const ELEMENTS = new Set(
  (
    'svg g defs symbol use title desc switch view style path rect circle ellipse line polyline polygon text tspan ' +
    'textPath image linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
    'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence animate animateMotion animateTransform set mpath'
  ).split(' '),
);

/** Elements that are removed while their content stays. */
export const UNWRAPPED = new Set(['a']);

/** Elements that change an attribute over time, which must be an allowed one without references. */
export const ANIMATIONS = new Set(['animate', 'animateMotion', 'animateTransform', 'set']);

/** Attributes whose values are numbers, names, text or geometry: no browser reads a URL or code in them. */
const PLAIN_ATTRIBUTES =
  'accumulate additive alignment-baseline amplitude attributeName attributeType azimuth baseFrequency baseline-shift ' +
  'baseProfile begin bias by calcMode class clipPathUnits clip-rule color color-interpolation ' +
  'color-interpolation-filters cx cy d diffuseConstant direction display divisor dominant-baseline dur dx dy edgeMode ' +
  'elevation end exponent fill-opacity fill-rule filterUnits flood-color flood-opacity font-family font-size ' +
  'font-size-adjust font-stretch font-style font-variant font-weight fr from fx fy gradientTransform gradientUnits ' +
  'height id in in2 intercept isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lang ' +
  'lengthAdjust letter-spacing lighting-color limitingConeAngle markerHeight markerUnits markerWidth ' +
  'maskContentUnits maskUnits max method min mix-blend-mode mode numOctaves offset opacity operator order orient ' +
  'overflow paint-order path pathLength patternContentUnits patternTransform patternUnits pointer-events points ' +
  'pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY repeatCount ' +
  'repeatDur requiredFeatures restart result role rotate rx ry scale seed shape-rendering side slope spacing ' +
  'specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles stop-color stop-opacity ' +
  'stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width ' +
  'style surfaceScale systemLanguage tableValues targetX targetY text-anchor text-decoration text-rendering ' +
  'textLength to transform transform-origin type unicode-bidi values vector-effect version viewBox visibility width ' +
  'word-spacing writing-mode x x1 x2 xChannelSelector y y1 y2 yChannelSelector z zoomAndPan';

/** Attributes that may refer to something in the same file, as in `fill="url(#sunset)"`. */
const PAINT_ATTRIBUTES = 'clip-path cursor fill filter marker-end marker-mid marker-start mask stroke';

/** Allowed attributes without a namespace. */
export const ATTRIBUTES = new Set(`${PLAIN_ATTRIBUTES} ${PAINT_ATTRIBUTES}`.split(' '));

const DESCRIPTION = /^aria-[a-z]{1,30}$/;

/** Whether an attribute without a namespace is allowed, provided that its value is. */
export function isAllowedAttribute(name: string): boolean {
  return ATTRIBUTES.has(name) || DESCRIPTION.test(name);
}

const OWN_FRAGMENT = /^#[^\s"'()\\]{1,200}$/;
/** An embedded image; an embedded SVG could contain what this one may not. */
const IMAGE_DATA = /^data:image\/(?:png|jpe?g|webp|gif);base64,[A-Za-z0-9+/=\s]*$/;

/** Whether a reference stays within the file: to an id, or for an image to a data URI. */
export function isAllowedReference(element: string, reference: string): boolean {
  const text = reference.trim();
  return OWN_FRAGMENT.test(text) || (element === 'image' && IMAGE_DATA.test(text));
}
