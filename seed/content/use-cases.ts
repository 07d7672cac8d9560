import type { PictureAddress } from './images.ts';

/** The text of the landing page, which shows every block. */
export const useCases = (
  picture: PictureAddress,
): string => `Some questions are easier to ask in person. A digital human answers them at any hour, in plain words, and calls a colleague when that is better.

::button[Choose a demo]{href="/demos"}

::image{src="${picture('start')}" alt="A low sun over a dark plain, with two halos around it" width="wide"}

## Three places to begin

::::cards{columns="3"}
:::card[In classrooms]{href="page:in-classrooms" src="${picture('doing')}" alt="Three heads in green light below a halo"}
A patient listener, even for the eleventh attempt. It gives no grades.
:::

:::card[In museums]{href="page:in-museums" src="${picture('safely')}" alt="Three thin halos around a cold sun"}
A label has thirty words. A conversation has as many as your visitor likes.
:::

:::card[At the front desk]{href="demo:the-concierge" src="${picture('concierge')}" alt="A head in the light of a red evening"}
Where is lift B? Is the café open? Short answers, without a queue.
:::
::::

## One quiet month, in numbers

:::numbers
::number[questions in our invented pilot]{value="12,480"}
::number[of them outside opening hours]{value="61 %"}
::number[until the first word of an answer]{value="0.9 s"}
::number[conversations kept afterwards]{value="0"}
:::

:::quote[Ada Example, visitor services of a museum that does not exist]
People ask it things they would never ask us. Then they come to the desk and ask us the good questions.
:::

## When a face helps, and when it does not

::::columns
:::column
### A conversation is better

- The answer is short, but people feel unsure about asking.
- No colleague is available at that hour.
- Hands are busy, and a keyboard is far away.
:::

:::column
### A page is better

- People compare numbers or read a contract.
- The answer is the same for everyone.
- The room is quiet, and should stay so.
:::
::::

:::callout[A good form is still a good form]{type="tip"}
Begin with the ten questions your team hears most. If a page answers them, you need no digital human.
:::

## Say hello

::demo[Halo Garden runs in your browser. Move your pointer, or touch the rings.]{id="halo-garden" width="wide"}

## A gallery of light

:::gallery{columns="3"}
::image[Dawn, before the museum opens]{src="${picture('frontier')}" alt="A head in profile against a pale morning"}
::image[Two listeners at dusk]{src="${picture('matters')}" alt="Two heads facing each other around a red sun"}
::image[Rings over the coast]{src="${picture('built')}" alt="Three wide halos around a setting sun"}
:::

::video[Big Buck Bunny, an open film by the Blender Foundation]{url="https://www.youtube.com/watch?v=aqz-KE-bpKQ" poster="${picture('orbit')}"}

:::logos[Invented partners of an invented brand]
::logo[Twin Rings]{src="${picture('partnerRings')}"}
::logo[Low Sun]{src="${picture('partnerSun')}"}
::logo[Four Doors]{src="${picture('partnerDoors')}"}
::logo[Long Wave]{src="${picture('partnerWave')}"}
:::

## Questions people ask us

::::questions
:::question[Does it record my words?]{open}
No. The words stay in memory while you talk, and are gone when you close the page.
:::

:::question[Which languages does it speak?]
The demos on this site speak English. They are examples, and quite happy to be *replaced*.
:::

:::question[Is any of this real?]
The software is. Parhelion, its partners and its numbers are [made up](page:about-this-site).
:::
::::

::button[Meet them all]{href="/demos"}
`;
