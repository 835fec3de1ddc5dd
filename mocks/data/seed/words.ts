const list = (text: string) => text.split('|')

const firstNames = list(
  'Ada|Ben|Cleo|Dario|Edda|Finn|Greta|Hugo|Ines|Jonas|Kira|Luca|Mina|Oona|Pavel',
)
const lastNames = list(
  'Alvarez|Berg|Costa|Dietz|Eklund|Fontaine|Grant|Haas|Kovacs|Moreau|Okoye|Rossi',
)
const deeds = list(
  'Finally fitted|Spent the weekend on|Swapped|Cleaned|Rebuilt|Polished|Cannot stop looking at|Still hunting a rattle in|Traded a guitar for|Dreamt of',
)
const things = list(
  'the carburettor|a set of coilovers|the gearbox|an exhaust|the clutch|the brake calipers|the turbo|a café racer seat|the wiring loom|the radiator|a straight six|the sidecar',
)
const endings = list(
  ' and it starts first time.| with help from the manual, page 212.| in the rain, of course.| before the track day.|. Worth every bruised knuckle.|. Next stop: the mountain road.|. Who has done this before?|, and only two bolts left over.',
)
const remarks = list(
  'Sounds healthy.|Torque specs?|Bring it on Sunday.|That colour!|Check the ground strap first.|Looks quick standing still.|Save me a seat.|Mine did that too.',
)

/** Lists whose parts, put one after the other, make a text. */
export const names = [firstNames, [' '], lastNames]
export const sentences = [deeds, [' '], things, endings]
export const comments = [remarks]
