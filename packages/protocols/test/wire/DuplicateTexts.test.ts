import { assert, describe, it } from "@effect/vitest"
import { before, behind, chineseBehind, chineseSentences, chineseSubjects, isDuplicateText, longest, sentences, subjects } from "../../src/wire/DuplicateTexts.ts"

describe("the usual texts about a number that exists already (U-10)", () => {
  it.each([
    "already exists",
    "Order already exists",
    "order SO-1 already exists",
    "Order [SO-1-2] has already been created",
    "the order with number SO-1 already exists",
    "orderNumber SO-1 exists already",
    "order_number: SO-1 already exists.",
    "order no. SO-1 is a duplicate",
    "Duplicate order",
    "duplicate order number: SO-1",
    "Duplicate order SO-1",
    "E1001: order already exists",
    "order.exists: order SO-1 already exists",
    "ASN number ASN-1 already exists",
    "reference number must be unique",
    "order already exists, do not send it again",
    "已存在",
    "订单已存在",
    "订单号SO-1已存在",
    "订单号[SO-1]重复",
    "该订单已存在，请勿重复提交",
    "重复订单",
    "重复的订单号：SO-1",
    "单号重复",
    "入库单ASN-1已经存在",
    "E1001: 订单号已存在"
  ])("hold %s", (text) => {
    assert.isTrue(isDuplicateText(text))
  })

  it.each([
    "",
    "out of stock",
    "order not exist",
    "order no exist",
    "order number does not exist",
    "order SO-1 not found or already exists",
    "order already shipped",
    "order already cancelled",
    "order contains duplicate SKU",
    "duplicate order line",
    "duplicate order lines are not allowed",
    "order line 3 is duplicated",
    "order item1 duplicated",
    "SKU SKU-1 already exists",
    "product already exists",
    "barcode already exists",
    "tracking number 123 already exists",
    "duplicate SKU",
    "order already used coupon 5",
    "运单号重复",
    "订单商品重复",
    "订单不存在",
    "商品已存在",
    "SKU重复",
    `order already exists: ${"x".repeat(longest)}`
  ])("do not hold %s", (text) => {
    assert.isFalse(isDuplicateText(text))
  })

  it("hold each subject with each word before and behind it, also with a number between, and each sentence", () => {
    for (const subject of subjects) {
      for (const word of before) assert.isTrue(isDuplicateText(`${word} ${subject}`), `${word} ${subject}`)
      for (const word of behind) {
        assert.isTrue(isDuplicateText(`${subject} ${word}`), `${subject} ${word}`)
        assert.isTrue(isDuplicateText(`${subject} "SO-1" ${word}`), `${subject} "SO-1" ${word}`)
      }
    }
    for (const sentence of sentences) assert.isTrue(isDuplicateText(sentence), sentence)
    for (const subject of chineseSubjects) {
      assert.isTrue(isDuplicateText(`重复${subject}`), subject)
      for (const word of chineseBehind) assert.isTrue(isDuplicateText(`${subject}SO-1${word}`), `${subject}${word}`)
    }
    for (const sentence of chineseSentences) assert.isTrue(isDuplicateText(sentence), sentence)
  })
})
