/**
 * Rolls as addresses, both ways.
 *
 *   #roll=GAME/CHECK?name=value&name=value            the roller, filled in
 *   …&with=me:blinded&rulings=fumble:natural-1        situations and switches, as everywhere
 *   …&faces=GROUP=14,9;GROUP=5                        the dice that lay there, to be adjudicated
 *
 * An address comes from anyone, so its shape is checked here and what it means by the engine.
 */

const MARK = "#roll=";
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const FACES = /^[a-z0-9-]+=\d{1,4}(,\d{1,4})*(;[a-z0-9-]+=\d{1,4}(,\d{1,4})*)*$/;

// More than any check asks for, and little enough to read at a glance.
const LONGEST = 2000;

const DAMAGED = "This link to a roll is damaged. Ask for it again, or use a roller on this page.";

/** Whether an address's hash speaks of a roll at all. */
export function isRollAddress(hash) {
  return hash.startsWith(MARK);
}

/** `{game, check, values, faces}` of a hash; throws an Error with a sentence. */
export function readRollAddress(hash) {
  const [path, ...rest] = hash.slice(MARK.length).split("?");
  const [game, check, ...more] = path.split("/");
  if (hash.length > LONGEST || more.length || !ID.test(game) || !ID.test(check ?? "")) throw new Error(DAMAGED);
  const { faces, ...values } = Object.fromEntries(new URLSearchParams(rest.join("?")));
  if (!Object.keys(values).every((name) => ID.test(name))) throw new Error(DAMAGED);
  return { game, check, values, faces: faces === undefined ? null : readFaces(faces) };
}

/** The address of a roll object: this page, the roller, and the dice as they lie. */
export function rollAddress(roll) {
  const rulings = Object.entries(roll.rulings).map(([name, value]) => `${name}:${value}`);
  const given = Object.entries({ ...roll.inputs, with: roll.with.join(","), rulings: rulings.join(",") });
  const values = given.filter(([, value]) => value !== null && value !== "");
  const faces = Object.entries(roll.faces).map(([group, list]) => `${group}=${list.join(",")}`);
  const query = [...values, ["faces", faces.join(";")]].map(([name, value]) => `${name}=${encode(value)}`);
  return new URL(`${MARK}${roll.game}/${roll.check}?${query.join("&")}`, location.href).href;
}

/** Encoded, but for the signs that mean nothing in a hash: people read these addresses. */
function encode(value) {
  return encodeURIComponent(value).replace(/%(2C|3A|3B|3D)/g, decodeURIComponent);
}

function readFaces(text) {
  if (text === "") return {};
  if (!FACES.test(text)) throw new Error(DAMAGED);
  const groups = text.split(";").map((group) => group.split("="));
  return Object.fromEntries(groups.map(([group, list]) => [group, list.split(",").map(Number)]));
}
