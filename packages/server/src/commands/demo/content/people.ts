/** The authors of the demo, and its pictures. */

/** The assets, in the format of the import route. */
export const demoAssets = [
  {
    key: 'tide-pools',
    title: { 'en-US': 'Tide pools at low water', de: 'Gezeitentümpel bei Niedrigwasser' },
    alt: {
      'en-US': 'Flat brown rocks with pools of clear water between them',
      de: 'Flache braune Felsen, dazwischen klare Tümpel',
    },
  },
  {
    key: 'sea-wall',
    title: { 'en-US': 'The sea wall in November', de: 'Der Deich im November' },
    alt: { 'en-US': 'A grass bank under low grey clouds', de: 'Ein Grasdeich unter tiefen grauen Wolken' },
  },
  {
    key: 'knots-in-flight',
    title: { 'en-US': 'Knots in flight', de: 'Knutts im Flug' },
    alt: {
      'en-US': 'A flock of small waders turning over the mud',
      de: 'Ein Schwarm kleiner Watvögel über dem Schlick',
    },
  },
];

/** The authors, in the format of the import route. */
export const demoAuthors = [
  {
    key: 'ines-marten',
    content_type: 'author',
    status: 'published',
    fields: {
      name: 'Ines Marten',
      slug: 'ines-marten',
      role: { 'en-US': 'Walks, tides and maps', de: 'Wege, Gezeiten und Karten' },
      bio: {
        'en-US': 'Ines taught geography until she found that the map she liked best was redrawn twice a day.',
        de: 'Ines hat Erdkunde unterrichtet, bis sie merkte, dass ihre liebste Karte zweimal am Tag neu gezeichnet wird.',
      },
      home: { lat: 54.4858, lon: 8.9012 },
    },
  },
  {
    key: 'tom-ashby',
    content_type: 'author',
    status: 'published',
    fields: {
      name: 'Tom Ashby',
      slug: 'tom-ashby',
      role: { 'en-US': 'Kitchen and garden', de: 'Küche und Garten' },
      bio: {
        'en-US': 'Tom cooks on one burner, outdoors, in all weathers, and writes down what survived.',
        de: 'Tom kocht auf einer Flamme, draußen, bei jedem Wetter, und schreibt auf, was davon übrig blieb.',
      },
      home: { lat: 52.9547, lon: 0.9661 },
    },
  },
  {
    key: 'wibke-lorenzen',
    content_type: 'author',
    status: 'published',
    fields: {
      name: 'Wibke Lorenzen',
      slug: 'wibke-lorenzen',
      role: { 'en-US': 'Birds, counted and uncounted', de: 'Vögel, gezählt und ungezählt' },
      bio: {
        'en-US':
          'Wibke has counted waders on the same stretch of mud for nineteen winters, and has never got the same number twice.',
        de: 'Wibke zählt seit neunzehn Wintern Watvögel auf demselben Stück Watt und kam noch nie zweimal auf dieselbe Zahl.',
      },
    },
  },
];
