import type { AttackCase } from './attack-case.ts';
import { companionAttacks } from './companion-attacks.ts';
import { draftAttacks } from './draft-attacks.ts';
import { fieldAttacks } from './field-attacks.ts';
import { peopleAttacks } from './people-attacks.ts';
import { presenceAttacks } from './presence-attacks.ts';
import { redirectAttacks } from './redirect-attacks.ts';
import { scheduleAttacks } from './schedule-cases.ts';
import { settingsAttacks } from './settings-attacks.ts';
import { slugAttacks } from './slug-attacks.ts';
import { trashAttacks } from './trash-attacks.ts';

/** Invalid requests of authorized users, each with its valid counterparts. */
export const attacks: Record<string, readonly AttackCase[]> = {
  'every field with right and wrong values': fieldAttacks,
  'slugs without, with another, or of no document': slugAttacks,
  'deletions and their trash': trashAttacks,
  'companions of demos': companionAttacks,
  'working copies': draftAttacks,
  settings: settingsAttacks,
  profiles: peopleAttacks,
  presence: presenceAttacks,
  schedules: scheduleAttacks,
  redirects: redirectAttacks,
};
