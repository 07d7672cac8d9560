import type { Attempt } from './attempt.ts';
import { companionAttacks } from './companion-attacks.ts';
import { draftAttacks } from './draft-attacks.ts';
import { fieldAttacks } from './field-attacks.ts';
import { peopleAttacks } from './people-attacks.ts';
import { presenceAttacks } from './presence-attacks.ts';
import { redirectAttacks } from './redirect-attacks.ts';
import { scheduleAttacks } from './schedule-attempts.ts';
import { settingsAttacks } from './settings-attacks.ts';
import { slugAttacks } from './slug-attacks.ts';
import { trashAttacks } from './trash-attacks.ts';

/** Requests of people who may, but not like this; and, beside each, the ones that are just right. */
export const attacks: Record<string, readonly Attempt[]> = {
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
