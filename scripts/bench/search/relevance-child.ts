import { ownSets, sealTools, setInFile } from "./graded-set.ts";
import { relevance } from "./relevance.ts";

/** Relevance over all sets as JSON. Arguments: the folder of Seal-Tools or "", then files of other sets. */
const [seal = "", ...files] = process.argv.slice(2);
const sets = [...(seal === "" ? [] : [sealTools(seal)]), ...ownSets(), ...files.map(setInFile)];
process.stdout.write(JSON.stringify(sets.map(relevance)));
