/** The seeded posts, newest first. Only the first has a comment (R15.6). `age` is in hours. */
export const seedPosts = [
  {
    _id: '019a0005-0000-7001-8000-000000000015',
    author: 'mira',
    age: 2,
    content:
      'Top down, 5 °C, heater on full. Worth every minute.\nWho is in for the coast road on Sunday?',
    imageUrl: '/seed/posts/roadster-sunset.svg',
    imageAlt:
      'An orange roadster with the number 7 on a coast road, its top down, the sun setting over the sea.',
    comment: {
      _id: '019a0006-0000-7001-8000-000000000021',
      author: 'juno',
      age: 1,
      content: 'In. I know a bakery at the far end that opens at six. @guest and @kenji, you too?',
    },
  },
  {
    _id: '019a0004-0000-7001-8000-000000000014',
    author: 'kenji',
    age: 9,
    content:
      'Eleven months, three carburettor rebuilds and one very patient neighbour later: she runs.',
    imageUrl: '/seed/posts/cafe-racer.svg',
    imageAlt: 'A café racer with an orange tank in front of a green garage door.',
  },
  {
    _id: '019a0003-0000-7001-8000-000000000013',
    author: 'theo',
    age: 26,
    content:
      'Head gasket done, timing set, valve cover painted because why not.\nFirst start tomorrow. Place your bets.',
    imageUrl: '/seed/posts/engine-bay.svg',
    imageAlt: 'A four-cylinder engine on a stand in a garage, with tools on the wall behind it.',
  },
  {
    _id: '019a0002-0000-7001-8000-000000000012',
    author: 'juno',
    age: 50,
    content: 'Forty-eight hairpins up, forty-eight down. Brakes: present. Dignity: mostly.',
    imageUrl: '/seed/posts/mountain-hairpin.svg',
    imageAlt: 'A car and a motorcycle climb a winding mountain road between snowy peaks at sunset.',
  },
  {
    _id: '019a0001-0000-7001-8000-000000000011',
    author: 'mira',
    age: 97,
    content:
      'Field meet last night: forty cars, nine bikes, two dogs, no signal. Best evening of the year.',
    imageUrl: '/seed/posts/pickup-camp.svg',
    imageAlt:
      'A turquoise pickup at a camp at night, under a string of lights. A camper sits by the fire in front of a tent.',
  },
] as const
