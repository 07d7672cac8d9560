import { expect, it } from 'vitest';
import { foldText } from './fold.ts';

it.each([
  ['Überblick', 'uberblick'],
  ['u\u0308ber', 'uber'],
  ['STRAẞE Straße', 'strasse strasse'],
  ['Ærø, Œuvre', 'aero, oeuvre'],
  ['Łódź Đà Nẵng', 'lodz da nang'],
  ['Þórður Ólafsson', 'thordur olafsson'],
  ['İstanbul ısı', 'istanbul isi'],
  ['Çağrı Škoda Ñandú', 'cagri skoda nandu'],
  ['ﬁne № ① Ａ', 'fine no 1 a'],
  ['Ελλάδα', 'ελλαδα'],
  ['日本 한국', '日本 한국'],
  ['', ''],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});
