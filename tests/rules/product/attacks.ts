import type { AttackCase } from './attack-case.ts';
import { companionAttacks } from './companion-attacks.ts';
import { draftAttacks } from './draft-attacks.ts';
import { fieldAttacks } from './field-attacks.ts';
import { mediaAttacks } from './media-cases.ts';
import { peopleAttacks } from './people-attacks.ts';
import { presenceAttacks } from './presence-attacks.ts';
import { redirectAttacks } from './redirect-attacks.ts';
import { scheduleAttacks } from './schedule-cases.ts';
import { settingsAttacks } from './settings-attacks.ts';
import { slugAttacks } from './slug-attacks.ts';
import { trashAttacks } from './trash-attacks.ts';

/** Invalid requests of authorized users, each with its valid counterparts. */
export const attacks: Record<string, readonly AttackCase[]> = {
  'fields with valid and invalid values': fieldAttacks,
  'slugs without a document or of another one': slugAttacks,
  'deletions and trash entries': trashAttacks,
  'companions of demos': companionAttacks,
  drafts: draftAttacks,
  settings: settingsAttacks,
  profiles: peopleAttacks,
  presence: presenceAttacks,
  schedules: scheduleAttacks,
  redirects: redirectAttacks,
  media: mediaAttacks,
};
